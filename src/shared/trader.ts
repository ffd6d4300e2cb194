/**
 * The seller: shown in the footer, the terms and on receipts (art. 3:15d and 6:230m BW). A missing part is not printed.
 */
export type Trader = {
  legalName?: string;
  address?: string;
  email?: string;
  phone?: string;
  kvk?: string;
  vatId?: string;
};
