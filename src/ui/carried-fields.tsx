import { carriedFields } from "../shared/paths.ts";
import { PLACEHOLDERS } from "../shared/placeholders.ts";

/**
 * Hidden fields for a GET form: all parameters of the address but `without`, in their order, with repeated ones. A
 * remembered page cannot leave any out. There these fields go last in the form, because the first of a name counts.
 */
export function CarriedFields({ search, without }: { search: string; without?: ReadonlySet<string> }) {
  if (search === PLACEHOLDERS.search) return PLACEHOLDERS.fields;
  const carried = carriedFields(search).filter(([name]) => !without?.has(name));
  return carried.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}
