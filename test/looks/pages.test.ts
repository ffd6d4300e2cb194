import { PAGES } from "../browser/pages.ts";
import { lookAt } from "./look.ts";

lookAt(PAGES);
