import type { Field as PuckField } from '@puckeditor/core';
import { isJsonObject } from '../../../builder/raw-value.ts';
import { isFieldShown } from '../../../builder/show-when.ts';
import type { FieldDescriptions as Fields } from '../../../contracts/operators/page-builder.ts';
import { propName } from '../saving/page-data.ts';

/**
 * Whether an input is visible, given the other values of its block, row or group (`showWhen`). `input` is a name such
 * as `look`, `cards[2].link` or `button.words`. Inputs that belong to no field of the block are always visible.
 */
export function isInputShown(
  input: string,
  props: Readonly<Record<string, unknown>>,
  fields: Fields,
): boolean {
  let values: unknown = props;
  let beside = fields;
  const steps = input.split('.');
  for (const [index, step] of steps.entries()) {
    const [prop = '', row] = step.split(/[[\]]/);
    const name = Object.keys(beside).find((each) => propName(each) === prop);
    const field = name === undefined ? undefined : beside[name];
    if (!field || !isJsonObject(values)) return true;
    const own = values;
    if (index === steps.length - 1) return isFieldShown(field, beside, (other) => own[propName(other)]);
    const value: unknown = own[prop];
    values = Array.isArray(value) ? value[Number(row)] : value;
    beside = field.row ?? field.fields ?? {};
  }
  return true;
}

/**
 * Sets `visible` on the inputs of a block according to `showWhen`. Inputs in rows and groups are not changed, because
 * they hide themselves.
 */
export function withInputVisibility(
  inputs: Record<string, PuckField>,
  fields: Fields,
  props: Readonly<Record<string, unknown>>,
): Record<string, PuckField> {
  if (!Object.values(fields).some(({ showWhen }) => showWhen)) return inputs;
  return Object.fromEntries(
    Object.entries(inputs).map(([prop, input]) => {
      const visible = isInputShown(prop, props, fields);
      return [prop, (input.visible ?? true) === visible ? input : { ...input, visible }];
    }),
  );
}
