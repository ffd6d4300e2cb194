export const CONTACT_COPY = {
  title: "Nog een vraag?",
  /** Before the seller's address. */
  mail: "Mail ons:",
  /** Shown if neither address nor number is configured. */
  unconfigured: [
    "Onze gegevens staan in ",
    { label: "artikel 2 van de algemene voorwaarden", page: "terms", hash: "artikel-2" },
    ".",
  ],
  makers: "Onze cursussen zijn gemaakt door {makers}.",
} as const;
