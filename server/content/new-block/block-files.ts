import { capitalised, type BlockName, type NewField } from './read-answers.ts';

/** The files of a new block by name, not yet formatted. The view shows each field in the usual way for its kind. */
export function blockFiles(block: BlockName & { fields: readonly NewField[] }): Record<string, string> {
  const named = block.fields.map((field) => ({
    ...field,
    label: capitalised(field.name.replaceAll('_', ' ')),
  }));
  const parts = { ...block, fields: named, view: `${viewName(block.id)}View` };
  return { 'block.ts': definition(parts), 'view.tsx': view(parts), 'view.test.tsx': test(parts) };
}

interface Labelled extends NewField {
  label: string;
}

interface Parts extends BlockName {
  fields: readonly Labelled[];
  /** The name of the view's component. */
  view: string;
}

function viewName(id: string): string {
  return id.split('-').map(capitalised).join('');
}

function definition({ id, title, fields }: Parts): string {
  const kinds = new Set(['choice', 'text', ...fields.map(({ kind }) => kind)]);
  if (kinds.has('list')) kinds.add('richText');
  const labels = ['title', ...fields.map(({ label }) => label.toLowerCase())];
  return `
import { defineBlock } from '../../src/builder/block.ts';
import { ${[...kinds].toSorted().join(', ')} } from '../../src/builder/fields.ts';
import { tones } from '../../src/builder/tones.ts';

export default defineBlock({
  id: ${quoted(id)},
  title: ${quoted(title)},
  group: 'Text and pictures',
  description: ${quoted(`A section with these parts: ${labels.join(', ')}.`)},
  script: 'none',
  fields: {
    tone: choice({ label: 'Background', options: tones, default: 'paper' }),
    title: text({ label: 'Title', default: ${quoted(title)} }),
    ${fields.map((field) => `${field.name}: ${declaration(field)},`).join('\n')}
  },
  example: {
    tone: 'paper',
    title: ${quoted(title)},
    ${fields.map((field) => `${field.name}: ${exampleOf(field)},`).join('\n')}
  },
});
`;
}

function declaration({ kind, label }: Labelled): string {
  if (kind !== 'list') return `${kind}({ label: ${quoted(label)} })`;
  return `list({
    label: ${quoted(label)},
    row: { title: text({ label: 'Title', required: true }), desc: richText({ label: 'Text' }) },
  })`;
}

function exampleOf({ kind, label }: Labelled): string {
  const name = label.toLowerCase();
  switch (kind) {
    case 'text':
      return quoted(`This is the ${name}.`);
    case 'richText':
      return quoted(`<p>This is the ${name}.</p>`);
    case 'image':
      return `{ src: '/scenes/office.svg', width: 1200, height: 900, alt: ${quoted(`The ${name}`)} }`;
    case 'link':
      return `{ href: '/contact', text: ${quoted(label)}, newTab: false }`;
    case 'number':
      return '12';
    case 'toggle':
      return 'true';
    case 'list':
      return `{ rows: [
        { title: ${quoted(`First of the ${name}`)}, desc: ${quoted(`<p>More about the first of the ${name}.</p>`)} },
        { title: ${quoted(`Second of the ${name}`)} },
      ] }`;
  }
}

/** The components that the view imports for each kind of field, in addition to `Section`. */
const COMPONENTS: Readonly<Record<NewField['kind'], readonly string[]>> = {
  text: [],
  richText: ['rich-text'],
  image: ['doorway'],
  link: ['site-link'],
  number: [],
  toggle: [],
  list: ['rich-text', 'rows'],
};

const IMPORTS: Readonly<Record<string, string>> = {
  doorway: `import { Doorway, doorwaySizes } from '../../src/ui/doorway.tsx';`,
  'rich-text': `import { RichText } from '../../src/ui/rich-text.tsx';`,
  rows: `import { Rows } from '../../src/ui/rows.tsx';`,
  section: `import { Section } from '../../src/ui/section.tsx';`,
  'site-link': `import { ButtonLink } from '../../src/ui/site-link.tsx';`,
};

function view({ id, fields, view }: Parts): string {
  const used = new Set(['section', ...fields.flatMap(({ kind }) => COMPONENTS[kind])]);
  const hasList = fields.some(({ kind }) => kind === 'list');
  const column = `
  display: grid;
  gap: \${({ theme }) => theme.space.m};
`;
  return `
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
${Object.keys(IMPORTS)
  .filter((name) => used.has(name))
  .map((name) => IMPORTS[name])
  .join('\n')}
import type block from './block.ts';

const Content = styled.div\`${column}  justify-items: start;
\`;
${hasList ? `\nconst List = styled.ul\`${column}\`;\n` : ''}
/** The ${id.replaceAll('-', ' ')} section. Fields that an editor leaves empty are not shown. */
export default function ${view}({ ${['tone', 'title', ...fields.map(({ name }) => name)].join(', ')} }: PropsOf<typeof block>) {
  return (
    <Section tone={tone} heading={{ title }}>
      <Content>
        ${fields.map(shown).join('\n')}
      </Content>
    </Section>
  );
}
`;
}

function shown({ name, kind, label }: Labelled): string {
  switch (kind) {
    case 'text':
      return `{${name} && <p>{${name}}</p>}`;
    case 'richText':
      return `{${name} && <RichText html={${name}} />}`;
    case 'image':
      return `{${name} && <Doorway image={${name}} shape="plain" sizes={doorwaySizes.wide} />}`;
    case 'link':
      return `{${name}?.text && <ButtonLink link={${name}} />}`;
    case 'number':
      return `{${name} !== undefined && <p>${label}: {${name}}</p>}`;
    case 'toggle':
      return `{${name} && <p>${label}</p>}`;
    case 'list':
      return `<Rows of={${name}} as={List}>
        {(row) => (
          <li>
            <h3>{row.title}</h3>
            {row.desc && <RichText html={row.desc} />}
          </li>
        )}
      </Rows>`;
  }
}

function test({ title, fields, view }: Parts): string {
  const always = fields.flatMap(({ name, kind }) => {
    if (kind === 'toggle') return [`${name}: false`];
    return kind === 'list' ? [`${name}: { rows: [] }`] : [];
  });
  const empty = `{ ${["tone: 'paper'", `title: ${quoted(title)}`, ...always].join(', ')} }`;
  return `
import { render, screen, within } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import type { PropsOf } from '../../src/builder/block.ts';
import { theme } from '../../src/ui/theme.ts';
import block from './block.ts';
import ${view} from './view.tsx';

function show(props: PropsOf<typeof block>): HTMLElement {
  render(
    <ThemeProvider theme={theme}>
      <${view} {...props} />
    </ThemeProvider>,
  );
  return screen.getByRole('region', { name: props.title });
}

it('shows its example', () => {
  expect.assert(block.example);
  const section = within(show(block.example));
  expect(section.getByRole('heading', { level: 2 }).textContent).toBe(${quoted(title)});
  ${fields.map(expectation).join('\n')}
});

it('shows only its title until the other fields are filled in', () => {
  const section = show(${empty});
  expect(section.textContent).toBe(${quoted(title)});
  ${fields.some(({ kind }) => kind === 'image') ? "expect(section.querySelector('img')).toBeNull();" : ''}
});
`;
}

function expectation({ kind, label }: Labelled): string {
  const example = label.toLowerCase();
  switch (kind) {
    case 'text':
    case 'richText':
      return `expect(section.getByText(${quoted(`This is the ${example}.`)})).toBeDefined();`;
    case 'image':
      return `expect(section.getByRole('img', { name: ${quoted(`The ${example}`)} })).toBeDefined();`;
    case 'link':
      return `expect(section.getByRole('link', { name: ${quoted(label)} }).getAttribute('href')).toBe('/contact');`;
    case 'number':
      return `expect(section.getByText(${quoted(`${label}: 12`)})).toBeDefined();`;
    case 'toggle':
      return `expect(section.getByText(${quoted(label)}, { selector: 'p' })).toBeDefined();`;
    case 'list':
      return `expect(section.getByRole('heading', { name: ${quoted(`First of the ${example}`)} })).toBeDefined();
        expect(section.getByText(${quoted(`More about the first of the ${example}.`)})).toBeDefined();
        expect(section.getByRole('heading', { name: ${quoted(`Second of the ${example}`)} })).toBeDefined();`;
  }
}

/** Quotes a text as JavaScript. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
