import type { AppContext } from "./context.ts";

/** The longest header that is read, characters: all of a browser's cookies for this shop are far shorter. */
const HEADER_MAX_LENGTH = 16 * 1024;

/** A header of the request. Undefined if it was not sent or is too long. */
export function readHeader(c: AppContext, name: string): string | undefined {
  const value = c.req.header(name);
  return value === undefined || value.length > HEADER_MAX_LENGTH ? undefined : value;
}

/** The media type of the request's body, in lower case, without its parameters. Empty if there is none. */
export function mediaType(c: AppContext): string {
  return readHeader(c, "content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
