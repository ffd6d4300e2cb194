/** The keys of the local shop's order links; they are of no use anywhere else. */
export const LOCAL_ORDER_TOKEN_KEYS = "local:bG9jYWwtb3JkZXItdG9rZW4ta2V5LW9mLTMyLWJ5dGU";
