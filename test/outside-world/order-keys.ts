/** Signs the links of order pages on this machine; opens nothing anywhere else. */
export const ORDER_TOKEN_KEYS = "local:bG9jYWwtb3JkZXItdG9rZW4ta2V5LW9mLTMyLWJ5dGU";
