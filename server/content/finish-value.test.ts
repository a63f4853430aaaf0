import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Field } from '../../src/builder/field.ts';
import { choice, image, link, list, number, richText, text, toggle } from '../../src/builder/fields.ts';
import { finishValue } from './finish-value.ts';
import type { FinishContext } from './finished.ts';
import { readMedia } from './media.ts';
import { siteLinks } from './site-links.ts';

// Properties are many runs, and the machine may be busy.
vi.setConfig({ testTimeout: 30_000 });

const picture = readMedia({
  id: 8,
  source_url: 'https://cms.example/wp-content/uploads/hero.jpg',
  alt_text: 'A house',
  media_details: {
    width: 1600,
    height: 900,
    sizes: {
      medium: {
        source_url: 'https://cms.example/wp-content/uploads/hero-300x169.jpg',
        width: 300,
        height: 169,
      },
      thumbnail: {
        source_url: 'https://cms.example/wp-content/uploads/hero-150x150.jpg',
        width: 150,
        height: 150,
      },
      full: { source_url: 'https://cms.example/wp-content/uploads/hero.jpg', width: 1600, height: 900 },
    },
  },
});
const context: FinishContext = {
  media: new Map(picture ? [[8, picture]] : []),
  links: siteLinks(['https://cms.example']),
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
  list: list({ label: 'List', row, max: 3 }),
} satisfies Record<string, Field>;
const finish = (name: keyof typeof fields, raw: unknown) => finishValue(fields[name], raw, context);
const value = (name: keyof typeof fields, raw: unknown) => finish(name, raw).value;

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

describe('every way of saying nothing', () => {
  for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
    test.each(empties)(`${name}: %j is not set`, (raw) => {
      expect(finish(name, raw)).toEqual({ faults: [] });
    });
  }

  test('false is nothing, but a value of a toggle', () => {
    for (const name of ['text', 'richText', 'image', 'link', 'number', 'choice', 'list'] as const) {
      expect(finish(name, false)).toEqual({ faults: [] });
    }
    expect(value('toggle', false)).toBe(false);
    expect(value('toggle', '0')).toBe(false);
  });

  test('0 is a number, and no image', () => {
    expect(value('number', 0)).toBe(0);
    expect(value('number', '0')).toBe(0);
    expect(finish('image', 0)).toEqual({ faults: [] });
  });

  test('rows that are all empty are no list', () => {
    expect(finish('list', [{ name: '', photo: '', on: false }, { name: null }, ''])).toEqual({ faults: [] });
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
    '%s: a value passes its schema, or there is none',
    (name) => {
      fc.assert(
        fc.property(raw, (given) => {
          const finished = finish(name, given);
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
  test('stays on one line unless the field has several', () => {
    expect(value('text', 'a\r\nb')).toBe('a b');
    expect(value('multiline', 'a\r\nb')).toBe('a\nb');
  });
});

describe('numbers, toggles and choices', () => {
  test('text with digits is a number', () => expect(value('number', '19.5')).toBe(19.5));
  test('anything else names the mend', () => {
    expect(finish('number', '$350,000').faults).toEqual(['"$350,000" is not a number. Write digits only.']);
  });
  test('a number out of range is not shown', () => expect(value('number', 2_000_000)).toBeUndefined());
  test('a choice in any of ACF’s formats', () => {
    expect(value('choice', 'wide')).toBe('wide');
    expect(value('choice', { value: 'narrow', label: 'Narrow' })).toBe('narrow');
    expect(value('choice', ['wide'])).toBe('wide');
    expect(finish('choice', 'huge').faults).toEqual(['"huge" is no option. Choose one of: wide, narrow.']);
  });
});

describe('image', () => {
  const finished = {
    src: 'https://cms.example/wp-content/uploads/hero.jpg',
    width: 1600,
    height: 900,
    alt: 'A house',
    srcSet:
      'https://cms.example/wp-content/uploads/hero-300x169.jpg 300w, https://cms.example/wp-content/uploads/hero.jpg 1600w',
  };
  test('an id becomes the picture with the sizes of its own shape', () => {
    expect(value('image', 8)).toEqual(finished);
    expect(value('image', '8')).toEqual(finished);
  });
  test('ACF’s image object becomes the same', () => {
    const sizes = {
      thumbnail: 'https://cms.example/wp-content/uploads/hero-150x150.jpg',
      'thumbnail-width': 150,
      'thumbnail-height': 150,
      medium: 'https://cms.example/wp-content/uploads/hero-300x169.jpg',
      'medium-width': 300,
      'medium-height': 169,
    };
    const { src: url, width, height, alt } = finished;
    expect(value('image', { ID: 8, url, width, height, alt, sizes })).toEqual(finished);
  });
  test('one that is not public names the mend', () => {
    expect(finish('image', 81).faults).toEqual([
      'media 81 is not public. Publish it, or choose another image.',
    ]);
  });
});

describe('link', () => {
  test('ACF’s link object', () => {
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
  ])('%j is refused', (raw) => {
    expect(finish('link', raw).value).toBeUndefined();
    expect(finish('link', { url: raw, title: 'x' }).faults).toHaveLength(1);
  });
});

describe('list', () => {
  test('a row without a needed value is left out, with the mend', () => {
    const finished = finish('list', [
      { name: 'A', photo: 8, on: '1' },
      { name: '', photo: 8 },
    ]);
    expect(finished.value).toMatchObject({ rows: [{ name: 'A', on: true }] });
    expect(finished.faults).toEqual(['row 2: name is empty. Fill it in, or remove the row.']);
  });
  test('a fault in a row names it', () => {
    expect(finish('list', [{ name: 'A', photo: 81 }]).faults).toEqual([
      'row 1, photo: media 81 is not public. Publish it, or choose another image.',
    ]);
  });
  test('rows past the most are cut', () => {
    const finished = finish(
      'list',
      ['A', 'B', 'C', 'D'].map((name) => ({ name })),
    );
    expect(finished.value).toMatchObject({ rows: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] });
    expect(finished.faults).toEqual(['has 4 rows, 3 are shown. Remove the others.']);
  });
  test('the HTML of an old site stays HTML', () => {
    expect(value('list', 'one\n\n<b onclick="x()">two</b>')).toEqual({
      html: '<p>one</p>\n\n<p><b>two</b></p>'.replaceAll('\n', ''),
    });
  });
});

describe('rich text', () => {
  test('raw WYSIWYG text gets paragraphs', () => {
    expect(value('richText', 'a\n\nb')).toBe('<p>a</p>\n<p>b</p>');
  });
  test('only code is no text, and says so', () => {
    expect(finish('richText', '<script>alert(1)</script>')).toMatchObject({
      faults: [expect.stringContaining('only code')],
    });
  });
});
