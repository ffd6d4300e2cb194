/** The part of the package that the shop uses, so that a bundler can leave the rest out. */
export { AuthClient } from "@supabase/auth-js";
