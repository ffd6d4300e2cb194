import { PAGES } from "../browser/pages.ts";
import { lookAt } from "./look.ts";

/** Every page looks as was approved. */
lookAt(PAGES);
