export { LOCAL_ORDER_TOKEN_KEYS as ORDER_TOKEN_KEYS } from "../../kv-seed/order-keys.ts";
/** Signs gift codes for the course environment of this machine. */
export const GIFT_ACTIVATION_KEY = "local-gift-activation-key-of-this-machine";
