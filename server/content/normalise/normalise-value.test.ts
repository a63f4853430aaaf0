import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Field } from '../../../src/builder/field.ts';
import {
  choice,
  contentChoice,
  date,
  group,
  image,
  link,
  list,
  number,
  reference,
  richText,
  text,
  toggle,
} from '../../../src/builder/fields.ts';
import { unusableResult, usableResult } from '../../../src/builder/normalise-result.ts';
import { normaliseValue } from './normalise-value.ts';
import { rawSectionValue } from '../values/stored-value.ts';
import { pictureKey, pictureAttributes } from '../../media/picture-address.ts';
import type { PictureUrlMapper } from '../../media/pictures.ts';
import type { NormaliseContext } from './normalise-context.ts';
import { readMedia } from '../values/raw-media.ts';
import { sanitiseSource } from '../html/sanitise-html.ts';
import { createLinkResolver } from '../paths/site-links.ts';

const picture = readMedia({
  id: 8,
  source_url: 'https://cms.example/wp-content/uploads/hero.jpg',
  alt_text: 'A house',
  modified_gmt: '2026-11-21T02:43:38',
  media_details: { width: 1600, height: 900 },
  meta: { focal_point: { x: 0.5, y: 0.215 } },
});
const drawing = readMedia({
  id: 9,
  source_url: 'https://cms.example/wp-content/uploads/plan.svg',
  media_details: { width: 16, height: 9 },
});
const pictures: PictureUrlMapper = {
  address: ({ url, width = 0, height = 0, modified }) =>
    url.endsWith('.svg') ? null : pictureAttributes(pictureKey(url, modified), { width, height }),
};
const context: NormaliseContext = {
  media: new Map([picture, drawing].flatMap((media) => (media ? [[media.id, media]] : []))),
  links: createLinkResolver(['https://cms.example'], pictures),
  html: sanitiseSource,
  references: {
    find: (stored) =>
      stored === 12 || stored === '/buy'
        ? usableResult({ path: '/buy', title: 'Buy' })
        : unusableResult('Choose another.'),
    hasOption: (source, value) => source === 'categories' && value === 'market',
  },
};
const row = {
  name: text({ label: 'Name', required: true }),
  photo: image({ label: 'Photo' }),
  on: toggle({ label: 'On' }),
};
const fields = {
  text: text({ label: 'Text' }),
  multiline: text({ label: 'Text', multiline: true }),
  richText: richText({ label: 'HTML' }),
  image: image({ label: 'Image' }),
  link: link({ label: 'Link' }),
  number: number({ label: 'Number', min: -10, max: 1_000_000 }),
  toggle: toggle({ label: 'Toggle' }),
  choice: choice({ label: 'Choice', options: ['wide', 'narrow'] }),
  date: date({ label: 'Date' }),
  reference: reference({ label: 'Reference' }),
  fromContent: contentChoice({ label: 'Category', optionsFrom: 'categories' }),
  group: group({ label: 'Group', fields: row }),
  list: list({ label: 'List', row, max: 3 }),
} satisfies Record<string, Field>;
const normalise = (name: keyof typeof fields, raw: unknown) => normaliseValue(fields[name], raw, context);
const value = (name: keyof typeof fields, raw: unknown) => normalise(name, raw).value;

const empties = [
  null,
  undefined,
  '',
  [],
  {},
  '   ',
  '\u00a0',
  '\u200b',
  '&nbsp;',
  '<p></p>',
  '<p>&nbsp;</p>\n<p></p>',
  '<br />',
];

describe('every form of an empty value', () => {
  for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
    test.each(empties)(`${name}: %j is not set`, (raw) => {
      expect(normalise(name, raw)).toEqual({ faults: [] });
    });
  }

  test('false is empty, except for a toggle', () => {
    for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
      if (name === 'toggle') continue;
      expect(normalise(name, false)).toEqual({ faults: [] });
    }
    expect(value('toggle', false)).toBe(false);
    expect(value('toggle', '0')).toBe(false);
  });

  test('0 is a number, but not an image', () => {
    expect(value('number', 0)).toBe(0);
    expect(value('number', '0')).toBe(0);
    expect(normalise('image', 0)).toEqual({ faults: [] });
    expect(normalise('reference', 0)).toEqual({ faults: [] });
    expect(normalise('reference', '0')).toEqual({ faults: [] });
  });

  test('rows that are all empty are not a list', () => {
    expect(normalise('list', [{ name: '', photo: '', on: false }, { name: null }, ''])).toEqual({
      faults: [],
    });
  });
});

describe('dates', () => {
  test.each([
    '2026-05-01',
    ' 2026-05-01 ',
    '20260501',
    20_260_501,
    '2026-05-01T10:00',
    '2026-05-01 10:00:00',
  ])('%j is a day', (raw) => expect(normalise('date', raw)).toEqual({ value: '2026-05-01', faults: [] }));
  test.each(['tomorrow', '2026-02-30', '2026-13-01', 5, true, { a: 1 }, ['2026-05-01']])(
    '%j is none',
    (raw) => {
      expect(normalise('date', raw)).toEqual({
        faults: [expect.stringContaining('Write one like 2026-05-01.')],
      });
    },
  );
});

describe('references', () => {
  test.each([12, '12', [12], { ID: 12, post_title: 'Buy' }, [{ id: 12 }], '/buy'])(
    '%j names a page',
    (raw) => {
      expect(normalise('reference', raw)).toEqual({ value: { path: '/buy', title: 'Buy' }, faults: [] });
    },
  );
  test('what is not found is a fault', () => {
    expect(normalise('reference', 13)).toEqual({ faults: ['Choose another.'] });
  });
});

describe('options that come from content', () => {
  test('an option that the content has, in every format of ACF', () => {
    for (const raw of ['market', ' market ', ['market'], { value: 'market', label: 'Market' }]) {
      expect(normalise('fromContent', raw)).toEqual({ value: 'market', faults: [] });
    }
  });
  test('an option that it does not have any more', () => {
    expect(normalise('fromContent', 'gone')).toEqual({
      faults: ['there is no category "gone" any more. Choose another category.'],
    });
  });
});

describe('groups', () => {
  const { name, note } = { name: text({ label: 'Name', default: 'Nobody' }), note: text({ label: 'Note' }) };
  const team = group({ label: 'Team', fields: { name, note, on: row.on } });
  const inList = list({ label: 'List', row: { team, wide: toggle({ label: 'Wide' }) } });

  test('have their fields, with the defaults of those that are empty', () => {
    expect(normaliseValue(team, { note: 'Hi', on: 1, other: 3 }, context)).toEqual({
      value: { name: 'Nobody', note: 'Hi', on: true },
      faults: [],
    });
    expect(team.fallback).toEqual({ name: 'Nobody', on: false });
  });
  test('name the field with a fault', () => {
    expect(normaliseValue(team, { note: ['x'] }, context).faults).toEqual([
      'note: "["x"]" is not text. Enter it again.',
    ]);
    expect(normaliseValue(team, 'text', context).faults).toEqual([
      '"text" is not a group of fields. Enter them again.',
    ]);
  });
  test('have no value while a required field is empty', () => {
    expect(normalise('group', { on: true })).toEqual({ faults: ['name is empty but needed. Fill it in.'] });
    expect(fields.group.fallback).toBeUndefined();
  });
  test('of which only presets are stored do not fill in a row', () => {
    expect(normaliseValue(inList, [{ team: { on: true, note: '' }, wide: true }], context)).toEqual({
      faults: [],
    });
    expect(normaliseValue(inList, [{ team: { note: 'Hi' } }], context).value).toEqual({
      rows: [{ team: { name: 'Nobody', note: 'Hi', on: false }, wide: false }],
    });
  });
});

describe('for any garbage', () => {
  const encoded = fc.oneof(
    fc.constantFrom<unknown>(...empties, false, true, 0, '0', 8, '8', -1, 'wide', 'javascript:alert(1)'),
    fc.constantFrom<unknown>('<img src=x onerror=x()>', '<a href="javascript:x()">x</a>', '</p><script>'),
    fc.jsonValue(),
    fc.record({ url: fc.oneof(fc.webUrl(), fc.string()), title: fc.string(), target: fc.string() }),
    fc.record({
      ID: fc.integer(),
      url: fc.oneof(fc.webUrl(), fc.string()),
      width: fc.integer(),
      height: fc.integer(),
    }),
  );
  const raw = fc.oneof(encoded, fc.array(fc.record({ name: encoded, photo: encoded, on: encoded })));

  test.each(Object.keys(fields) as (keyof typeof fields)[])(
    '%s: the value is absent or passes its schema',
    (name) => {
      fc.assert(
        fc.property(raw, (given) => {
          const finished = normalise(name, given);
          if (finished.value === undefined) return;
          expect(fields[name].schema.safeParse(finished.value).success).toBe(true);
          expect(JSON.stringify(finished.value)).not.toMatch(
            /"(?:src|href)":"(?:javascript|data|vbscript):/i,
          );
          expect(JSON.stringify(finished.value)).not.toMatch(/^(?:"\s*"|\{"rows":\[\]\})$/);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('text', () => {
  test('is literal: entities and tags are what the editor typed', () => {
    expect(value('text', ' Own your "sunlight" & save &amp; <b> ')).toBe(
      'Own your "sunlight" & save &amp; <b>',
    );
  });
  test('a number becomes text', () => expect(value('text', 90210)).toBe('90210'));
  test('is joined to one line unless the field is multiline', () => {
    expect(value('text', 'a\r\nb')).toBe('a b');
    expect(value('multiline', 'a\r\nb')).toBe('a\nb');
  });
});

describe('numbers, toggles and choices', () => {
  test('text with digits is a number', () => expect(value('number', '19.5')).toBe(19.5));
  test('any other value is reported with the fix', () => {
    expect(normalise('number', '$350,000').faults).toEqual([
      '"$350,000" is not a number. Write digits only.',
    ]);
  });
  test('a number out of range is not shown', () => expect(value('number', 2_000_000)).toBeUndefined());
  test('a choice is accepted in each of ACF’s formats', () => {
    expect(value('choice', 'wide')).toBe('wide');
    expect(value('choice', { value: 'narrow', label: 'Narrow' })).toBe('narrow');
    expect(value('choice', ['wide'])).toBe('wide');
    expect(normalise('choice', 'huge').faults).toEqual(['"huge" is no option. Choose one of: wide, narrow.']);
  });
});

describe('image', () => {
  const url = 'https://cms.example/wp-content/uploads/hero.jpg';
  const finished = {
    ...pictureAttributes(pictureKey(url, '20261121024338'), { width: 1600, height: 900 }),
    alt: 'A house',
  };
  test('an id becomes the picture on our own origin, with its focal point', () => {
    expect(value('image', 8)).toEqual({ ...finished, focus: '50% 21.5%' });
    expect(value('image', '8')).toEqual({ ...finished, focus: '50% 21.5%' });
  });
  test('ACF’s image object becomes the same', () => {
    const acf = { ID: 8, url, width: 1600, height: 900, alt: 'A house', modified: '2026-11-21 02:43:38' };
    expect(value('image', acf)).toEqual(finished);
  });
  test('a picture that cannot be served from our own origin is reported with the fix', () => {
    expect(normalise('image', 9)).toEqual({ faults: [expect.stringContaining('media 9')] });
  });
  test('a picture that is not public is reported with the fix', () => {
    expect(normalise('image', 81).faults).toEqual([
      'media 81 is not public. Publish it, or choose another image.',
    ]);
  });
});

describe('link', () => {
  test('ACF’s link object becomes a link', () => {
    expect(value('link', { title: 'Buy', url: 'https://cms.example/buy/', target: '_blank' })).toEqual({
      href: '/buy',
      text: 'Buy',
      newTab: true,
    });
  });
  test.each([
    ['/sell/?a=1#b', '/sell?a=1#b'],
    ['tel:+15155550142', 'tel:+15155550142'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['https://other.example/x/', 'https://other.example/x/'],
    ['#form', '#form'],
    ['https://cms.example/wp-content/uploads/a.pdf', 'https://cms.example/wp-content/uploads/a.pdf'],
  ])('%s', (raw, href) => expect(value('link', raw)).toEqual({ href, text: '', newTab: false }));
  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' \u0001javascript:x',
    'www.example.com/profile?x=1',
    'ann@example.com',
  ])('%j is refused', (raw) => {
    expect(normalise('link', raw).value).toBeUndefined();
    expect(normalise('link', { url: raw, title: 'x' }).faults).toHaveLength(1);
  });
});

describe('list', () => {
  test('a row without a required value is left out and reported with the fix', () => {
    const finished = normalise('list', [
      { name: 'A', photo: 8, on: '1' },
      { name: '', photo: 8 },
    ]);
    expect(finished.value).toMatchObject({ rows: [{ name: 'A', on: true }] });
    expect(finished.faults).toEqual(['row 2: name is empty. Fill it in, or remove the row.']);
  });
  test('the stored positions of rows after one that is left out are known', () => {
    expect(normalise('list', [null, { name: 'A' }, { name: '' }, { name: 'B' }]).storedRows).toEqual([1, 3]);
    expect(normalise('list', [{ name: 'A' }, { name: '' }])).not.toHaveProperty('storedRows');
  });
  test('a fault in a row names the row', () => {
    expect(normalise('list', [{ name: 'A', photo: 81 }]).faults).toEqual([
      'row 1, photo: media 81 is not public. Publish it, or choose another image.',
    ]);
  });
  test('rows beyond the maximum are cut', () => {
    const finished = normalise(
      'list',
      ['A', 'B', 'C', 'D'].map((name) => ({ name })),
    );
    expect(finished.value).toMatchObject({ rows: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
    expect(finished.faults).toEqual(['has 4 rows, 3 are shown. Remove the others.']);
  });
  test('legacy HTML stays HTML', () => {
    expect(value('list', 'one\n\n<b onclick="x()">two</b>')).toEqual({
      html: '<p>one</p>\n\n<p><b>two</b></p>'.replaceAll('\n', ''),
    });
  });
});

describe('rich text', () => {
  test('raw WYSIWYG text gets paragraphs', () => {
    expect(value('richText', 'a\n\nb')).toBe('<p>a</p><p>b</p>');
  });
  test('HTML that is only code is not text and is reported', () => {
    expect(normalise('richText', '<script>alert(1)</script>')).toMatchObject({
      faults: [expect.stringContaining('only code')],
    });
  });
});

const steps = list({ label: 'Steps', max: 3, row: { title: text({ label: 'Title', required: true }) } });
const plain = { media: new Map(), links: createLinkResolver([]), html: sanitiseSource };

test('an installation without repeaters stores rows in numbered groups; gaps and empty groups are skipped', () => {
  const acf = {
    steps: null,
    steps_1: { title: 'One' },
    steps_2: { title: '' },
    steps_3: { title: 'Three' },
    steps_4: { title: 'Past the most' },
    steps_x: { title: 'Another field' },
  };
  expect(normaliseValue(steps, rawSectionValue(acf, 'steps', steps), plain)).toEqual({
    value: { rows: [{ title: 'One' }, { title: 'Three' }] },
    faults: [],
    storedRows: [0, 2],
  });
});

test('a repeater’s own rows win over groups', () => {
  const acf = { steps: [{ title: 'Row' }], steps_1: { title: 'Group' } };
  expect(rawSectionValue(acf, 'steps', steps)).toEqual([{ title: 'Row' }]);
});

test('groups without a value are not a list', () => {
  const raw = rawSectionValue({ steps_1: { title: '' } }, 'steps', steps);
  expect(normaliseValue(steps, raw, plain)).toEqual({ faults: [] });
});

/** docs/blocks.md lists the values that are kept. */
describe('after a field has changed its kind', () => {
  const kept: readonly [to: keyof typeof fields, stored: unknown, shown: unknown][] = [
    ['richText', 'One line', '<p>One line</p>'],
    ['multiline', 'One line', 'One line'],
    ['text', 'Two\nlines', 'Two lines'],
    ['number', '12', 12],
    ['text', '12', '12'],
    ['choice', 'wide', 'wide'],
    ['toggle', '1', true],
    ['link', '/contact', { href: '/contact', text: '', newTab: false }],
    ['list', '<p>Rows to be</p>', { html: '<p>Rows to be</p>' }],
  ];
  test.each(kept)('%s shows the stored %j', (to, stored, shown) => {
    expect(normalise(to, stored)).toMatchObject({ value: shown, faults: [] });
  });

  const reported: readonly [to: keyof typeof fields, stored: unknown][] = [
    ['number', 'twelve'],
    ['choice', 'another option'],
    ['toggle', 'perhaps'],
    ['text', [{ name: 'A row' }]],
    ['richText', [{ name: 'A row' }]],
    ['list', 12],
    ['image', 'A caption'],
  ];
  test.each(reported)('%s reports the stored %j and shows the default', (to, stored) => {
    const { value: none, faults } = normalise(to, stored);
    expect(none).toBeUndefined();
    expect(faults).toHaveLength(1);
  });
});

test('a text that is too long is a fault, and is neither shown nor sanitized', () => {
  const unread: NormaliseContext = {
    ...context,
    html: () => {
      throw new Error('Sanitizing this would take too long.');
    },
  };
  const long = 'a'.repeat(1_048_576);
  for (const field of [
    text({ label: 'T' }),
    richText({ label: 'R' }),
    link({ label: 'K' }),
    list({ label: 'L', row }),
  ]) {
    const { value, faults } = normaliseValue(field, long, unread);
    expect(value).toBeUndefined();
    expect(faults).toEqual([expect.stringMatching(/^is 1,048,576 characters long, and [\d,]+ at most fit/)]);
  }
  const rows = [{ name: 'Ann' }, { name: long }];
  expect(normaliseValue(list({ label: 'L', row }), rows, unread)).toEqual({
    value: { rows: [{ name: 'Ann', on: false }] },
    faults: ['row 2, name: is 1,048,576 characters long, and 1,000 at most fit. Shorten it.'],
  });
});
