import * as fc from "fast-check";
import { SEED } from "../full.ts";

/** Runs before each file: all random values of the worker's tests begin at one seed. */
fc.configureGlobal({ seed: SEED });
