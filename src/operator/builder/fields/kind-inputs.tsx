import { FieldLabel, type Field as PuckField } from '@puckeditor/core';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type { FieldKindInputName } from '../../../builder/kinds/kind.ts';
import { truncateText } from '../../../contracts/truncate-text.ts';
import type {
  FieldDescription as Field,
  FieldDescriptions as Fields,
} from '../../../contracts/operators/page-builder.ts';
import { initialFieldText } from './placeholder-texts.ts';
import { ContentChoiceField } from './content-choice-field.tsx';
import { DateField } from './date-field.tsx';
import { BlockFieldFrame } from './block-field-frame.tsx';
import { FieldInput, LinkField } from './link-field.tsx';
import { propName } from '../saving/page-data.ts';
import { ReferenceField } from './reference-field.tsx';
import { PictureField } from '../pictures/picture-field.tsx';
import { isRichTextEditable } from './safe-rich-text-input.tsx';
import { RICH_TEXT_FIELD } from './rich-text-menu.tsx';

interface Base {
  label: string;
  metadata: { help: string | undefined };
}

/** Puck's field definition for each input name that the field kinds use. */
const INPUTS: Readonly<Record<FieldKindInputName, (field: Field, base: Base) => PuckField>> = {
  line: (field, base) => {
    const { type } = fieldKindOf(field).input;
    if (type === undefined) return { ...base, type: field.multiline === true ? 'textarea' : 'text' };
    return {
      ...base,
      type: 'custom',
      render: ({ field: own, id, name, value, onChange, readOnly }) => (
        <BlockFieldFrame name={name} id={id} field={own}>
          {type === 'date' || type === 'time' ? (
            <DateField
              type={type}
              id={id}
              label={base.label}
              value={value}
              readOnly={readOnly === true}
              onChange={onChange}
            />
          ) : (
            <FieldLabel label={base.label} readOnly={readOnly === true}>
              <FieldInput
                id={id}
                type={type}
                value={typeof value === 'string' ? value : ''}
                readOnly={readOnly}
                onChange={({ target }) => onChange(target.value)}
              />
            </FieldLabel>
          )}
        </BlockFieldFrame>
      ),
    };
  },
  html: (_field, base) => ({ ...RICH_TEXT_FIELD, ...base }),
  number: (field, base) => ({
    ...base,
    type: 'custom',
    render: ({ field: own, id, name, value, onChange, readOnly }) => (
      <BlockFieldFrame name={name} id={id} field={own}>
        <NumberField
          label={base.label}
          value={value}
          min={field.min}
          max={field.max}
          readOnly={readOnly === true}
          onChange={onChange}
        />
      </BlockFieldFrame>
    ),
  }),
  checkbox: (_field, base) => ({
    ...base,
    type: 'radio',
    options: [
      { label: 'Yes', value: true },
      { label: 'No', value: false },
    ],
  }),
  select: ({ options = [], optionLabels = {}, optionsFrom, fallback }, base) => {
    const choices = options.map((value) => ({ label: optionLabels[value] ?? value, value }));
    const applies = choices.find(({ value }) => value === fallback);
    return optionsFrom === undefined
      ? {
          ...base,
          type: 'select',
          options: [{ label: applies ? `${applies.label} (default)` : 'Not set', value: '' }, ...choices],
        }
      : {
          ...base,
          type: 'custom',
          render: ({ field: own, id, name, value, onChange, readOnly }) => (
            <BlockFieldFrame name={name} id={id} field={own}>
              <ContentChoiceField
                id={id}
                label={base.label}
                source={optionsFrom}
                value={value}
                readOnly={readOnly === true}
                onChange={onChange}
              />
            </BlockFieldFrame>
          ),
        };
  },
  reference: (_field, base) => ({
    ...base,
    type: 'custom',
    render: ({ field: own, id, name, value, onChange, readOnly }) => (
      <BlockFieldFrame name={name} id={id} field={own}>
        <ReferenceField label={base.label} value={value} readOnly={readOnly === true} onChange={onChange} />
      </BlockFieldFrame>
    ),
  }),
  group: ({ fields = {} }, base) => ({ ...base, type: 'object', objectFields: puckFields(fields) }),
  picture: (_field, base) => ({
    ...base,
    type: 'custom',
    render: ({ field: own, id, name, value, onChange, readOnly }) => (
      <BlockFieldFrame name={name} id={id} field={own}>
        <PictureField label={base.label} value={value} readOnly={readOnly === true} onChange={onChange} />
      </BlockFieldFrame>
    ),
  }),
  link: (_field, base) => ({
    ...base,
    type: 'custom',
    render: ({ field: own, id, name, value, onChange, readOnly }) => (
      <BlockFieldFrame name={name} id={id} field={own}>
        <LinkField label={base.label} value={value} readOnly={readOnly === true} onChange={onChange} />
      </BlockFieldFrame>
    ),
  }),
  rows: ({ row = {}, max }, base) => ({
    ...base,
    type: 'array',
    arrayFields: puckFields(row),
    defaultItemProps: defaultInputValues(row),
    getItemSummary: (item: Record<string, unknown>, index = 0) => summaryOf(item) ?? `Row ${index + 1}`,
    ...(max === undefined ? {} : { max }),
  }),
};

/** Returns Puck's field definitions for the fields of a block, a group or a list row. */
export function puckFields(fields: Fields): Record<string, PuckField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { label, help } = field;
      return [propName(name), INPUTS[fieldKindOf(field).input.name](field, { label, metadata: { help } })];
    }),
  );
}

/** Returns the default values of a new section or list row, in the format of its inputs. */
export function defaultInputValues(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      propName(name),
      field.fields
        ? defaultInputValues(field.fields)
        : (initialFieldText(field) ?? fieldKindOf(field).toForm(field, undefined)),
    ]),
  );
}

/**
 * Replaces inputs with a source input where a stored value needs it: HTML that the text editor would change, or HTML
 * that is stored in place of a list.
 */
export function withSourceInputs(
  puck: Record<string, PuckField>,
  fields: Fields,
  props: Readonly<Record<string, unknown>>,
): Record<string, PuckField> {
  const result = { ...puck };
  for (const [name, field] of Object.entries(fields)) {
    const prop = propName(name);
    const value = props[prop];
    if (!(prop in puck) || typeof value !== 'string') continue;
    const input = fieldKindOf(field).input.name;
    const isSource = input === 'rows' || (input === 'html' && !isRichTextEditable(value));
    if (isSource) {
      result[prop] = { type: 'textarea', label: `${field.label} (HTML)`, metadata: { help: field.help } };
    }
  }
  return result;
}

function summaryOf(row: Record<string, unknown>): string | null {
  const words = Object.values(row).find(
    (value) => typeof value === 'string' && value.trim() !== '' && !value.startsWith('<'),
  );
  return typeof words === 'string' ? truncateText(words, 60) : null;
}

interface Props {
  label: string;
  value: unknown;
  min: number | undefined;
  max: number | undefined;
  readOnly: boolean;
  onChange: (value: number | undefined) => void;
}

/**
 * A number input that can be emptied. Puck's own input rejects each key that makes the number too small or too large,
 * which includes the first digit of most numbers, and stores 0 if it is emptied. Here, the server reports numbers
 * that are out of range.
 */
function NumberField({ label, value, min, max, readOnly, onChange }: Props) {
  return (
    <FieldLabel label={label} readOnly={readOnly}>
      <FieldInput
        type="number"
        step="any"
        min={min}
        max={max}
        value={typeof value === 'number' ? value : ''}
        readOnly={readOnly}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
      />
    </FieldLabel>
  );
}
