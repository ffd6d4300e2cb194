import { createApp } from "./app.tsx";

export { AfterSale } from "./workflows/after-sale.ts";
export { AfterWithdrawal } from "./workflows/after-withdrawal.ts";

export default createApp();
