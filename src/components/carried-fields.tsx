import { carriedFields } from "../shared/paths.ts";
import { PLACEHOLDERS } from "../shared/placeholders.ts";

/**
 * For a form that is sent by GET: every other parameter of the address, in its order and as often as it is there. A page
 * that is remembered cannot leave any out: there it goes last in the form, because the first of a name counts.
 */
export function CarriedFields({ search, without }: { search: string; without?: ReadonlySet<string> }) {
  if (search === PLACEHOLDERS.search) return PLACEHOLDERS.fields;
  const carried = carriedFields(search).filter(([name]) => !without?.has(name));
  return carried.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}
