/** For a form that is sent by GET: every other parameter of the address, in its order and as often as it is there. */
export function CarriedFields({ search, without }: { search: string; without: ReadonlySet<string> }) {
  const carried = [...new URLSearchParams(search)].filter(([name]) => !without.has(name));
  return carried.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}
