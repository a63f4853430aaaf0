import type { FieldKind, Fields } from '../field.ts';
import type { JsonObject } from '../raw-value.ts';
import type { FieldKindDefinition } from './kind.ts';

type KindOf = (field: { readonly kind: FieldKind }) => FieldKindDefinition;

/** Converts normalized values to raw ones. Values that are not set are left out. */
export function toRawValues(fields: Fields, values: JsonObject, kindOf: KindOf): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      values[name] === undefined ? [] : [[name, kindOf(field).toRaw(field, values[name])]],
    ),
  );
}
