/** Returns the result of `map` for each field, by name. */
export function mapFields<F>(
  fields: Readonly<Record<string, F>>,
  map: (field: F, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]));
}
