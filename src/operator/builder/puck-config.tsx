import type { ComponentConfig, Config, Field as PuckField, Data } from '@puckeditor/core';
import type { ReactNode } from 'react';
import { SHARED_SECTION_BLOCK_ID } from '../../contracts/layout.ts';
import type { BlockDescription } from '../../contracts/operators/page-builder.ts';
import { CanvasPage, CanvasSection } from './canvas/canvas.tsx';
import { withSourceInputs, puckFields } from './fields/kind-inputs.tsx';
import { newSectionValues } from './adding/new-section-values.ts';
import { withInputVisibility } from './fields/input-visibility.ts';
import { BlockFieldFrame } from './fields/block-field-frame.tsx';
import { DateField } from './fields/date-field.tsx';
import { SharedSectionPanel } from './reusable/shared-section-panel.tsx';
import type { BlocksById } from './saving/page-data.ts';

/** Blocks that show the page's own title and text, which are edited in WordPress. */
const OWN_CONTENT = new Set(['page-content', 'content-viewer']);

/**
 * Returns Puck's configuration, derived from the blocks. It includes retired blocks, so that their sections stay on the
 * page. `isShared` is true for the page of a shared section. There, the section has no inputs for visibility, column
 * and schedule, because these belong to each page that shows it.
 */
export function puckConfig(blocks: BlocksById, retired: readonly string[] = [], isShared = false): Config {
  const shown = [...blocks.values(), ...retired.map((id) => ({ id, title: id, fields: {} }))];
  return {
    root: {
      fields: {},
      resolveFields: unchangedFields,
      render: ({ children }: { children: ReactNode }) => <CanvasPage>{children}</CanvasPage>,
    },
    components: Object.fromEntries(
      shown.map((block) => [
        block.id,
        block.id === SHARED_SECTION_BLOCK_ID ? SHARED_COMPONENT : componentOf(block, isShared),
      ]),
    ),
  };
}

function componentOf(
  block: Pick<BlockDescription, 'id' | 'title' | 'fields' | 'start'>,
  isShared: boolean,
): ComponentConfig {
  const fields = OWN_CONTENT.has(block.id) ? {} : puckFields(block.fields);
  const settings = isShared ? {} : SETTINGS;
  return {
    label: block.title,
    fields: { ...fields, ...settings },
    defaultProps: {
      _hidden: false,
      _region: 'main',
      _from: '',
      _until: '',
      ...newSectionValues(block),
    },
    // Decide on the kind of each input once, from the initial values, so that it does not change while the editor
    // types. A section that is shared, copied or restored keeps its id, but may get another block.
    resolveFields: (data, { lastFields, lastData }) =>
      withInputVisibility(
        lastData?.props.id === data.props.id && 'type' in lastData && lastData.type === block.id
          ? lastFields
          : { ...withSourceInputs(fields, block.fields, data.props), ...settings },
        block.fields,
        data.props,
      ),
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

/** Puck remembers whose inputs it showed last only if `resolveFields` exists. */
const unchangedFields = <Fields,>(_data: unknown, { fields }: { fields: Fields }): Fields => fields;

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

const SHARED_FIELD: PuckField = {
  type: 'custom',
  render: ({ value, readOnly }) => <SharedSectionPanel id={Number(value)} readOnly={readOnly === true} />,
};

/** The Puck component for a reference to a shared section. The section's values are edited on its own page. */
const SHARED_COMPONENT: ComponentConfig = {
  label: 'Shared section',
  fields: { _shared: SHARED_FIELD, ...SETTINGS },
  resolveFields: unchangedFields,
  render: ({ id, _shared, _hidden, _region }) => (
    <CanvasSection
      id={id}
      block={SHARED_SECTION_BLOCK_ID}
      title="Shared section"
      shared={Number(_shared)}
      hidden={_hidden === true}
      region={_region === 'aside' ? 'aside' : 'main'}
    />
  ),
};

function momentField(label: string): PuckField {
  return {
    type: 'custom',
    label,
    metadata: { help: 'In the site’s time zone. Leave it empty for always.' },
    render: ({ field, id, name, value, onChange, readOnly }) => (
      <BlockFieldFrame name={name} id={id} field={field}>
        <DateField
          type="datetime-local"
          id={id}
          label={label}
          value={value}
          readOnly={readOnly === true}
          onChange={onChange}
        />
      </BlockFieldFrame>
    ),
  };
}

/**
 * Returns the ids of blocks that sections still use although this build of the site does not have them, because they
 * were renamed or removed.
 */
export function retiredBlockIds(versions: readonly Data[], blocks: BlocksById): string[] {
  const used = versions.flatMap(({ content }) => content.map(({ type }) => type));
  return [...new Set(used)].filter((block) => !blocks.has(block)).sort();
}
