/** Signs the links of order pages on this machine; opens nothing anywhere else. */
export const ORDER_TOKEN_KEYS = "local:bG9jYWwtb3JkZXItdG9rZW4ta2V5LW9mLTMyLWJ5dGU";
/** Signs gift codes for the course environment of this machine. */
export const GIFT_ACTIVATION_KEY = "local-gift-activation-key-of-this-machine";
