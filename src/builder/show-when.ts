import type { Field, Fields } from './field.ts';

/** The part of a field that decides whether the field is shown. */
type Dependent = Pick<Field, 'showWhen'>;
type Deciding = Readonly<Record<string, Pick<Field, 'fallback'>>>;

/**
 * Whether a field is shown. `valueOf` returns the values of the fields beside it, which may be normalized or form
 * values. A value that is not set counts as the default of its field.
 */
export function isFieldShown(
  { showWhen }: Dependent,
  fields: Deciding,
  valueOf: (name: string) => unknown,
): boolean {
  if (!showWhen) return true;
  const value = valueOf(showWhen.field);
  const isUnset = value === undefined || value === null || value === '';
  const shown = isUnset ? fields[showWhen.field]?.fallback : value;
  return showWhen.is.some((each) => each === shown);
}

/** Returns the fields that are shown for these values, in the order of `fields`. */
export function shownFields(
  fields: Fields,
  valueOf: (name: string, field: Field) => unknown,
): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, field]) =>
    isFieldShown(field, fields, (name) => {
      const deciding = fields[name];
      return deciding && valueOf(name, deciding);
    }),
  );
}

/**
 * Throws an `Error` if a `showWhen` names a field that is not a choice or toggle in `fields`, that can be hidden
 * itself, or that cannot have one of the expected values, or if it names no value.
 */
export function assertValidShowWhen(place: string, fields: Fields): void {
  for (const [name, { showWhen }] of Object.entries(fields)) {
    if (!showWhen) continue;
    const at = `${place}, field "${name}", showWhen`;
    const deciding = Object.hasOwn(fields, showWhen.field) ? fields[showWhen.field] : undefined;
    if (deciding?.kind !== 'choice' && deciding?.kind !== 'toggle') {
      throw new Error(`${at}: "${showWhen.field}" is no choice or toggle beside it.`);
    }
    if (deciding.showWhen) throw new Error(`${at}: "${showWhen.field}" is not always shown itself.`);
    const known: readonly unknown[] | undefined =
      deciding.kind === 'toggle' ? [true, false] : deciding.optionsFrom ? undefined : deciding.options;
    if (showWhen.is.length === 0) throw new Error(`${at}: it names no value of "${showWhen.field}".`);
    const wrong = showWhen.is.find((value) => known?.includes(value) === false);
    if (wrong !== undefined) {
      throw new Error(`${at}: "${showWhen.field}" never has the value ${JSON.stringify(wrong)}.`);
    }
  }
}
