import { FieldLabel, type ComponentConfig, type Config, type Field as PuckField } from '@puckeditor/core';
import type { ReactNode } from 'react';
import type {
  BlockDescription,
  FieldDescription as Field,
  FieldDescriptions as Fields,
} from '../../contracts/page-builder.ts';
import { CanvasPage, CanvasSection } from './canvas.tsx';
import { exampleText } from './example-texts.ts';
import { typedValue } from './field-values.ts';
import { FieldNotes } from './field-notes.tsx';
import { Input, LinkField } from './link-field.tsx';
import { NumberField } from './number-field.tsx';
import { propName, type Blocks } from './page-data.ts';
import { PictureField } from './pictures/picture-field.tsx';
import { isPlainHtml } from './plain-html.ts';
import { RICH_TEXT } from './rich-text-menu.tsx';

/** Blocks that show the page's own title and text, which are edited in WordPress. */
const OWN_CONTENT = new Set(['page-content', 'content-viewer']);

/**
 * Returns the configuration of the visual editor, derived from the blocks. It includes retired blocks, so that their
 * sections stay on the page.
 */
export function puckConfig(blocks: Blocks, retired: readonly string[] = []): Config {
  const shown = [...blocks.values(), ...retired.map((id) => ({ id, title: id, fields: {} }))];
  return {
    root: {
      fields: {},
      render: ({ children }: { children: ReactNode }) => <CanvasPage>{children}</CanvasPage>,
    },
    components: Object.fromEntries(shown.map((block) => [block.id, componentOf(block)])),
    categories: {
      ...Object.fromEntries(
        [...Map.groupBy(blocks.values(), ({ group }) => group)].map(([title, own], index) => [
          // Puck uses the key in an element's id, which must not contain spaces.
          title.replaceAll(/\W+/g, '-'),
          { title, components: own.map(({ id }) => id), defaultExpanded: index === 0 },
        ]),
      ),
      // The components without a category: the retired blocks, which cannot be added to a page.
      other: { visible: false },
    },
  };
}

function componentOf(block: Pick<BlockDescription, 'id' | 'title' | 'fields'>): ComponentConfig {
  const fields = OWN_CONTENT.has(block.id) ? {} : puckFields(block.fields);
  return {
    label: block.title,
    fields: { ...fields, ...SETTINGS },
    defaultProps: {
      _hidden: false,
      _region: 'main',
      _from: '',
      _until: '',
      ...Object.fromEntries(
        Object.entries(block.fields).map(([name, field]) => [propName(name), firstValue(field)]),
      ),
    },
    // Decided once from the section's initial values, so that no input changes its kind while the editor types.
    resolveFields: (data, { lastFields, lastData }) =>
      lastData?.props.id === data.props.id
        ? lastFields
        : { ...forValues(fields, block.fields, data.props), ...SETTINGS },
    render: ({ id, _hidden, _region }) => (
      <CanvasSection
        id={id}
        block={block.id}
        title={block.title}
        hidden={_hidden === true}
        region={_region === 'aside' ? 'aside' : 'main'}
      />
    ),
  };
}

function firstValue(field: Field): unknown {
  return exampleText(field) ?? typedValue(field, undefined);
}

/** Returns the inputs of a block's fields. */
export function puckFields(fields: Fields): Record<string, PuckField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [propName(name), puckField(field)]),
  );
}

function puckField(field: Field): PuckField {
  const { kind, label, help } = field;
  const base = { label, metadata: { help } };
  switch (kind) {
    case 'text':
      return { ...base, type: field.multiline === true ? 'textarea' : 'text' };
    case 'richText':
      return { ...RICH_TEXT, ...base };
    case 'number':
      return {
        ...base,
        type: 'custom',
        render: ({ field: own, id, name, value, onChange, readOnly }) => (
          <FieldNotes name={name} id={id} field={own}>
            <NumberField
              label={label}
              value={value}
              min={field.min}
              max={field.max}
              readOnly={readOnly === true}
              onChange={onChange}
            />
          </FieldNotes>
        ),
      };
    case 'toggle':
      return {
        ...base,
        type: 'radio',
        options: [
          { label: 'Yes', value: true },
          { label: 'No', value: false },
        ],
      };
    case 'choice':
      return {
        ...base,
        type: 'select',
        options: [
          { label: 'Not set', value: '' },
          ...(field.options ?? []).map((value) => ({ label: value.replaceAll(/[-_]/g, ' '), value })),
        ],
      };
    case 'image':
      return {
        ...base,
        type: 'custom',
        render: ({ field: own, id, name, value, onChange, readOnly }) => (
          <FieldNotes name={name} id={id} field={own}>
            <PictureField label={label} value={value} readOnly={readOnly === true} onChange={onChange} />
          </FieldNotes>
        ),
      };
    case 'link':
      return {
        ...base,
        type: 'custom',
        render: ({ field: own, id, name, value, onChange, readOnly }) => (
          <FieldNotes name={name} id={id} field={own}>
            <LinkField label={label} value={value} readOnly={readOnly === true} onChange={onChange} />
          </FieldNotes>
        ),
      };
    case 'list':
      return {
        ...base,
        type: 'array',
        arrayFields: puckFields(field.row ?? {}),
        defaultItemProps: Object.fromEntries(
          Object.entries(field.row ?? {}).map(([name, each]) => [propName(name), firstValue(each)]),
        ),
        getItemSummary: (row: Record<string, unknown>, index = 0) => summaryOf(row) ?? `Row ${index + 1}`,
        ...(field.max === undefined ? {} : { max: field.max }),
      };
  }
}

function summaryOf(row: Record<string, unknown>): string | null {
  const words = Object.values(row).find(
    (value) => typeof value === 'string' && value.trim() !== '' && !value.startsWith('<'),
  );
  return typeof words === 'string' ? words.slice(0, 60) : null;
}

/**
 * Returns inputs that show HTML source where the text editor would change the HTML or where HTML is stored in place of
 * a list.
 */
function forValues(
  puck: Record<string, PuckField>,
  fields: Fields,
  props: Readonly<Record<string, unknown>>,
): Record<string, PuckField> {
  const result = { ...puck };
  for (const [name, { kind, label, help }] of Object.entries(fields)) {
    const prop = propName(name);
    const value = props[prop];
    if (!(prop in puck) || typeof value !== 'string') continue;
    const isSource = kind === 'list' || (kind === 'richText' && !isPlainHtml(value));
    if (isSource) result[prop] = { type: 'textarea', label: `${label} (HTML)`, metadata: { help } };
  }
  return result;
}

const SETTINGS: Record<string, PuckField> = {
  _hidden: {
    type: 'radio',
    label: 'Visitors',
    options: [
      { label: 'See it', value: false },
      { label: 'Do not see it', value: true },
    ],
  },
  _region: {
    type: 'radio',
    label: 'Column',
    options: [
      { label: 'Main', value: 'main' },
      { label: 'Beside it', value: 'aside' },
    ],
  },
  _from: momentField('Appears'),
  _until: momentField('Disappears'),
};

function momentField(label: string): PuckField {
  return {
    type: 'custom',
    label,
    metadata: { help: 'In the site’s time zone. Leave it empty for always.' },
    render: ({ id, value, onChange, readOnly }) => (
      <FieldLabel label={label} readOnly={readOnly === true}>
        <Input
          id={id}
          type="datetime-local"
          value={typeof value === 'string' ? value : ''}
          readOnly={readOnly}
          onChange={({ target }) => onChange(target.value)}
        />
      </FieldLabel>
    ),
  };
}
