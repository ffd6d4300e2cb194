/** What is wrong with the fields of a form, by a schema whose messages are the problems' names. The first of each field counts. */
export function problemsIn<Field extends string, Problem extends string>(
  error: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined,
): Partial<Record<Field, Problem>> {
  const problems = (error?.issues ?? []).map(({ path, message }) => [path[0], message as Problem] as const);
  return Object.fromEntries(problems.toReversed()) as Partial<Record<Field, Problem>>;
}
