import { capitaliseFirstLetter, type BlockIdentity, type NewBlockField } from './read-answers.ts';

/**
 * Returns the source files of a new block by file name, not yet formatted: its definition, a view that shows all
 * fields, and a test of the view.
 */
export function newBlockFiles(
  block: BlockIdentity & { fields: readonly NewBlockField[] },
): Record<string, string> {
  const named = block.fields.map((field) => ({
    ...field,
    label: capitaliseFirstLetter(field.name.replaceAll('_', ' ')),
  }));
  const parts = { ...block, fields: named, view: `${viewName(block.id)}View` };
  return { 'block.ts': definition(parts), 'view.tsx': view(parts), 'view.test.tsx': test(parts) };
}

interface Labelled extends NewBlockField {
  label: string;
}

interface Parts extends BlockIdentity {
  fields: readonly Labelled[];
  /** The name of the view's component. */
  view: string;
}

function viewName(id: string): string {
  return id.split('-').map(capitaliseFirstLetter).join('');
}

function definition({ id, title, fields }: Parts): string {
  const kinds = new Set(['text', ...fields.flatMap(({ kind }) => [kind, ...(TEMPLATES[kind].uses ?? [])])]);
  const labels = ['title', ...fields.map(({ label }) => label.toLowerCase())];
  return `
import { defineBlock } from '../../src/builder/block.ts';
import { ${[...kinds].toSorted().join(', ')} } from '../../src/builder/fields.ts';
import { allStyleParts, background } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: ${quoted(id)},
  title: ${quoted(title)},
  group: 'Text and pictures',
  description: ${quoted(`A section with these parts: ${labels.join(', ')}.`)},
  keywords: [],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    title: text({ label: 'Title', default: ${quoted(title)} }),
    ${fields.map(({ name, kind, label }) => `${name}: ${TEMPLATES[kind].declaration?.(label) ?? `${kind}({ label: ${quoted(label)} })`},`).join('\n')}
  },
  example: {
    tone: 'paper',
    title: ${quoted(title)},
    ${fields.map(({ name, kind, label }) => `${name}: ${TEMPLATES[kind].example(label)},`).join('\n')}
  },
});
`;
}

/** How the generated files declare, show and test a field of one kind. */
interface Template {
  /** Returns the code that declares the field, if it needs more than a label. */
  declaration?(label: string): string;
  /**
   * Functions of `fields.ts` that the declaration calls and `block.ts` must import, besides the one named like the
   * kind.
   */
  uses?: readonly string[];
  example(label: string): string;
  /** The keys in `IMPORTS` of the components that the view needs to show the field. */
  components: readonly string[];
  /** Returns the JSX that shows the field. */
  shown(name: string, label: string): string;
  /** The value of a field that nobody has filled in, if the kind always has a value. */
  empty?: string;
  /** Returns the assertions of the generated test that the view shows the example. */
  expectation(label: string): string;
}

const lower = (label: string) => label.toLowerCase();

const TEMPLATES: Readonly<Record<NewBlockField['kind'], Template>> = {
  text: {
    example: (label) => quoted(`This is the ${lower(label)}.`),
    components: [],
    shown: (name) => `{${name} && <p>{${name}}</p>}`,
    expectation: (label) =>
      `expect(section.getByText(${quoted(`This is the ${lower(label)}.`)})).toBeDefined();`,
  },
  richText: {
    example: (label) => quoted(`<p>This is the ${lower(label)}.</p>`),
    components: ['rich-text'],
    shown: (name) => `{${name} && <RichText html={${name}} />}`,
    expectation: (label) =>
      `expect(section.getByText(${quoted(`This is the ${lower(label)}.`)})).toBeDefined();`,
  },
  image: {
    example: (label) =>
      `{ src: '/scenes/office.svg', width: 1200, height: 900, alt: ${quoted(`The ${lower(label)}`)} }`,
    components: ['doorway'],
    shown: (name) =>
      `{${name} && <FramedPicture image={${name}} shape="plain" sizes={framedPictureSizes.wide} />}`,
    expectation: (label) =>
      `expect(section.getByRole('img', { name: ${quoted(`The ${lower(label)}`)} })).toBeDefined();`,
  },
  link: {
    example: (label) => `{ href: '/contact', text: ${quoted(label)}, newTab: false }`,
    components: ['site-link'],
    shown: (name) => `{${name}?.text && <ButtonLink link={${name}} />}`,
    expectation: (label) =>
      `expect(section.getByRole('link', { name: ${quoted(label)} }).getAttribute('href')).toBe('/contact');`,
  },
  number: {
    example: () => '12',
    components: [],
    shown: (name, label) => `{${name} !== undefined && <p>${label}: {${name}}</p>}`,
    expectation: (label) => `expect(section.getByText(${quoted(`${label}: 12`)})).toBeDefined();`,
  },
  toggle: {
    example: () => 'true',
    components: [],
    shown: (name, label) => `{${name} && <p>${label}</p>}`,
    empty: 'false',
    expectation: (label) => `expect(section.getByText(${quoted(label)}, { selector: 'p' })).toBeDefined();`,
  },
  list: {
    declaration: (label) => `list({
      label: ${quoted(label)},
      row: { title: text({ label: 'Title', required: true }), desc: richText({ label: 'Text' }) },
    })`,
    uses: ['richText'],
    example: (label) => `{ rows: [
        { title: ${quoted(`First of the ${lower(label)}`)}, desc: ${quoted(`<p>More about the first of the ${lower(label)}.</p>`)} },
        { title: ${quoted(`Second of the ${lower(label)}`)} },
      ] }`,
    components: ['rich-text', 'rows'],
    shown: (name) => `<ListRows of={${name}} as={List}>
        {(row) => (
          <li>
            <h3>{row.title}</h3>
            {row.desc && <RichText html={row.desc} />}
          </li>
        )}
      </ListRows>`,
    empty: '{ rows: [] }',
    expectation: (label) =>
      `expect(section.getByRole('heading', { name: ${quoted(`First of the ${lower(label)}`)} })).toBeDefined();
        expect(section.getByText(${quoted(`More about the first of the ${lower(label)}.`)})).toBeDefined();
        expect(section.getByRole('heading', { name: ${quoted(`Second of the ${lower(label)}`)} })).toBeDefined();`,
  },
};

const IMPORTS: Readonly<Record<string, string>> = {
  doorway: `import { FramedPicture, framedPictureSizes } from '../../src/ui/layout/framed-picture.tsx';`,
  'rich-text': `import { RichText } from '../../src/ui/text/rich-text.tsx';`,
  rows: `import { ListRows } from '../../src/ui/layout/list-rows.tsx';`,
  section: `import { Section } from '../../src/ui/layout/section.tsx';`,
  'site-link': `import { ButtonLink } from '../../src/ui/text/site-link.tsx';`,
};

function view({ id, fields, view }: Parts): string {
  const used = new Set(['section', ...fields.flatMap(({ kind }) => TEMPLATES[kind].components)]);
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
        ${fields.map(({ name, kind, label }) => TEMPLATES[kind].shown(name, label)).join('\n')}
      </Content>
    </Section>
  );
}
`;
}

function test({ title, fields, view }: Parts): string {
  const always = fields.flatMap(({ name, kind }) => {
    const { empty } = TEMPLATES[kind];
    return empty === undefined ? [] : [`${name}: ${empty}`];
  });
  const empty = `{ ${["tone: 'paper'", `title: ${quoted(title)}`, ...always].join(', ')} }`;
  return `
import { render, screen, within } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import type { PropsOf } from '../../src/builder/block.ts';
import { theme } from '../../src/ui/theme/theme.ts';
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
  ${fields.map(({ kind, label }) => TEMPLATES[kind].expectation(label)).join('\n')}
});

it('shows only its title until the other fields are filled in', () => {
  const section = show(${empty});
  expect(section.textContent).toBe(${quoted(title)});
  ${fields.some(({ kind }) => kind === 'image') ? "expect(section.querySelector('img')).toBeNull();" : ''}
});
`;
}

/** Returns a text as a JavaScript string literal. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
