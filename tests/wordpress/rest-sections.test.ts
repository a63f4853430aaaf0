import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { FieldKind } from '../../src/builder/field.ts';
import { MAX_CONTENT_CHARACTERS } from '../../src/builder/kinds/length-limits.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openEditScreen } from './support/wp-admin.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let page: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  page = await createPage(wordpress.editor, {
    slug: 'checked',
    title: 'Checked',
    acf: { page_layout: [{ block: 'map', key: 'map' }], map_title: 'Before' },
  });
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const write = (acf: unknown) => editPage(wordpress.editor, page, { acf, title: 'Changed' });

/** Returns WordPress's message for values that it rejects with status 400. */
async function refusal(acf: unknown): Promise<string> {
  const error = await write(acf).then(
    () => 'not refused',
    (reason: unknown) => String(reason),
  );
  const body = /is 400: (\{.*)/.exec(error)?.[1];
  if (body === undefined) throw new Error(error);
  return z.object({ message: z.string() }).parse(JSON.parse(body)).message;
}

const stored = () => wordpress.editor.get(`/wp/v2/pages/${page}?_fields=title.raw,acf&context=edit`);

test('ACF’s form and the site have the same limits, with the same message', async () => {
  const validate = (type: string, kind: FieldKind, length: number) =>
    wordpress.runPhp(
      `return apply_filters( 'acf/validate_value', true, str_repeat( 'ü', ${length} ), array( 'key' => 'field_lintel_x__y', 'name' => 'y', 'type' => '${type}', 'lintel_kind' => '${kind}', 'label' => 'Story' ), 'acf[x]' );`,
    );
  for (const [type, kind, most] of [
    ['text', 'text', MAX_CONTENT_CHARACTERS.text],
    ['textarea', 'text', MAX_CONTENT_CHARACTERS.multiline],
    ['wysiwyg', 'richText', MAX_CONTENT_CHARACTERS.richText],
  ] as const) {
    expect([type, await validate(type, kind, most)]).toEqual([type, true]);
    expect(await validate(type, kind, most + 1)).toMatch(/^“Story” is [\d,]+ characters long/);
  }
});

describe('a REST write', () => {
  test('with the longest texts is stored and shown', async () => {
    const map_title = 'ü'.repeat(MAX_CONTENT_CHARACTERS.text);
    await write({ map_title });
    expect((await site.page('/checked')).html).toContain(map_title);
    expect(site.messages().filter((message) => message.includes('map_title'))).toEqual([]);
    await write({ map_title: 'Before' });
  });

  test('with an unknown section id is refused as a whole, with the nearest known one', async () => {
    const before = await stored();
    expect(await refusal({ map_title: 'After', map_titel: 'x' })).toBe(
      'acf.map_titel: this page has no such section. Did you mean “map_title”?',
    );
    expect(await stored()).toEqual(before);
  });

  test('that creates a page with an unknown section creates none', async () => {
    const acf = { heroo_title: 'x' };
    await expect(createPage(wordpress.editor, { slug: 'nowhere', title: 'No', acf })).rejects.toThrow('400');
    await expect(pageId(wordpress.editor, 'nowhere')).rejects.toThrow('has no page');
  });

  test.each([
    ['a number as list', { map_places: 7 }, 'acf.map_places: This is not a list of rows'],
    ['an object as text', { map_title: { a: 1 } }, 'acf.map_title: This is not text.'],
    ['an unknown picture', { map_image: 999_999 }, 'This is not a picture of the media library.'],
    ['a link that runs code', { map_link: { url: 'javascript:x' } }, 'Begin with / for a page'],
    ['an unknown option', { map_tone: 'pink' }, 'Choose one of:'],
    [
      'a number out of range',
      { map_places: [{ name: 'A', x: 1, lat: 91 }] },
      'Write a number of 90 or less.',
    ],
    [
      'a text of a megabyte',
      { map_title: 'a'.repeat(1_048_576) },
      'acf.map_title: “Title” is 1,048,576 characters long, and 1,000 at most fit. Shorten it.',
    ],
    [
      'a row with a text that is too long',
      { map_places: [{ name: 'ü'.repeat(1_001), x: 1 }] },
      'acf.map_places.0.name: “Name” is 1,001 characters long',
    ],
    [
      'a link that is too long',
      { map_link: { url: `/${'a'.repeat(2_000)}`, title: 'A' } },
      'is 2,001 characters long, and 2,000 at most fit',
    ],
    ['a row without its name', { map_figures: [{ label: 'Sales' }] }, 'Fill in “Figure”, or remove the row.'],
  ])('with %s is refused with the message of the edit screen', async (_, acf, message) => {
    const before = await stored();
    expect(await refusal(acf)).toContain(message);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['an unknown block', [{ block: 'carousel', key: 'a' }], 'Placement 1 (a): there is no block “carousel”'],
    ['a misspelled block', [{ block: 'heros', key: 'a' }], 'Did you mean “hero”?'],
    [
      'a key that occurs twice',
      [
        { block: 'hero', key: 'top' },
        { block: 'faq', key: 'top' },
      ],
      'Placement 2 (top): the key “top” is taken.',
    ],
    [
      'section ids that collide',
      [
        { block: 'hero', key: 'a' },
        { block: 'faq', key: 'b', ids: { title: 'a_title' } },
      ],
      'a_title is taken by a.title and b.title',
    ],
    ['a reserved section id', [{ block: 'faq', key: 'seo' }], 'seo_tone is reserved'],
    ['an invalid date', [{ block: 'faq', key: 'a', from: 'soon' }], 'from is not a moment'],
    ['text that is not JSON', '[{', 'The layout is not a list of placements'],
  ])('of a layout with %s names the placement', async (_, page_layout, message) => {
    expect(await refusal({ page_layout })).toContain(message);
  });

  test('keeps variants of the layout as text, with the values of their own sections', async () => {
    const layout_variants = {
      running: true,
      since: '2026-11-23T10:00:00.000Z',
      weight: 50,
      variants: [{ name: 'Mit Fragen', weight: 50, layout: [{ block: 'faq', key: 'asked' }] }],
    };
    await write({ layout_variants, asked_title: 'What people ask' });
    const { acf } = z.object({ acf: z.looseObject({ layout_variants: z.string() }) }).parse(await stored());
    expect(JSON.parse(acf.layout_variants)).toEqual(layout_variants);
    expect(acf).toMatchObject({ asked_title: 'What people ask' });
    const cookie = `layout_variants=${page}:Mit%20Fragen`;
    await site.read();
    // A whole user agent, because the server takes a short one for a robot.
    const browser =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
    const answer = await fetch(`${site.url}/checked`, { headers: { cookie, 'user-agent': browser } });
    expect(await answer.text()).toContain('What people ask');
    await write({ layout_variants: '' });
    expect(await stored()).toMatchObject({ acf: { layout_variants: '' } });
  });

  test.each([
    ['no list', { variants: 7 }, 'a list with at least one'],
    [
      'a name that a cookie cannot keep',
      { variants: [{ name: 'a;b', weight: 1, layout: [] }] },
      'Variant a;b: it needs a name',
    ],
    [
      'a wrong placement and weight',
      { variants: [{ name: 'B', weight: 101, layout: [{ block: 'heroo', key: 'a' }] }] },
      'Variant B: Placement 1 (a): there is no block “heroo”.',
    ],
  ])('of variants with %s names the variant', async (_, layout_variants, message) => {
    expect(await refusal({ layout_variants })).toContain(message);
  });

  test('may repeat what is stored, and clear what no longer belongs to the page', async () => {
    await wordpress.store(page, { old_title: 'Old', map_link: 'nowhere' });
    await write({ map_title: 'After', map_link: 'nowhere', old_title: 'Old' });
    await write({ old_title: null, never_set: null });
    expect(await stored()).toMatchObject({ acf: { map_title: 'After', old_title: '' } });
  });
});

test('faults of a live page are on its edit screen, each with a link to its field', async () => {
  await wordpress.store(page, {
    map_title: '',
    map_link: 'nowhere',
    page_layout: [
      { block: 'carousel', key: 'slides' },
      { block: 'map', key: 'map' },
    ],
  });
  const session = await wordpress.signInEditor();
  const faults = async () =>
    [
      ...(await openEditScreen(wordpress.url, session, page)).document.querySelectorAll('.lintel-faults li'),
    ].map((line) => [line.querySelector('a')?.getAttribute('href') ?? null, line.textContent]);
  expect(await faults()).toEqual([
    [null, 'Order of the sections › Placement 1 (slides): there is no block “carousel”.'],
    ['#lintel-map_title', expect.stringContaining('is empty, so visitors do not see this section')],
    ['#lintel-map_link', expect.stringContaining('Begin with /')],
  ]);
  // The site must still show the page despite these faults.
  expect((await site.page('/checked')).status).toBe(200);
  await editPage(wordpress.editor, page, { status: 'draft' });
  expect(await faults()).toEqual([]);
});
