/** What a schema found wrong, as zod and every standard schema say it. */
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Field name → the first message about it, in the order of the issues. */
export function formErrors(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    const first = path?.[0];
    const name = String(typeof first === 'object' ? first.key : (first ?? ''));
    if (name !== '' && !Object.hasOwn(errors, name)) errors[name] = message;
  }
  return errors;
}
