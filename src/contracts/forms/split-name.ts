/** Splits a full name at its first space. The last name is empty if there is none. Expects trimmed text. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}
