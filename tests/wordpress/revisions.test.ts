import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const LAYOUT = [{ block: 'steps', key: 'steps' }];
let wordpress: TestWordPress;
beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(() => wordpress?.remove());

const revisions = z.array(
  z.object({
    id: z.number(),
    author: z.number(),
    lintel_sections: z.record(z.string(), z.unknown()).nullable(),
  }),
);

/** Returns the revisions of a page, oldest first. */
async function revisionsOf(page: number) {
  const path = `/wp/v2/pages/${page}/revisions?context=edit&_fields=id,author,lintel_sections`;
  return revisions.parse(await wordpress.editor.get(path)).sort((one, other) => one.id - other.id);
}

async function sectionsOf(page: number): Promise<unknown> {
  const entry = await wordpress.editor.get(`/wp/v2/pages/${page}?context=edit&_fields=acf`);
  return z.object({ acf: z.unknown() }).parse(entry).acf;
}

test('each version of a page holds its values and its layout, the first one included', async () => {
  const first = {
    page_layout: JSON.stringify(LAYOUT),
    steps_title: 'First',
    steps_items: [{ title: 'One' }, { title: 'Two' }],
  };
  const page = await createPage(wordpress.editor, { slug: 'revised', title: 'Revised', acf: first });
  await editPage(wordpress.editor, page, { acf: { steps_title: 'Second' } });
  await editPage(wordpress.editor, page, { acf: { steps_items: [{ title: 'Only' }] } });
  await editPage(wordpress.editor, page, { acf: { steps_items: [{ title: 'Only' }] } });
  const found = await revisionsOf(page);
  expect(found.map(({ lintel_sections: values }) => values?.['steps_title'])).toEqual([
    'First',
    'Second',
    'Second',
  ]);
  expect(found[0]?.lintel_sections).toMatchObject({
    steps_items: [{ title: 'One' }, { title: 'Two' }],
  });
  expect(found[2]?.lintel_sections).toMatchObject({ steps_items: [{ title: 'Only' }] });
  expect(JSON.parse(String(found[0]?.lintel_sections?.['page_layout']))).toEqual(LAYOUT);
  // The version from before the first save has no author.
  expect(found[0]?.author).toBe(0);
  expect(found[1]?.author).toBeGreaterThan(0);
  expect(await sectionsOf(page)).toMatchObject({ steps_title: 'Second' });
});

test('“Restore” in WordPress brings the values back, and clears those that came later', async () => {
  const page = await createPage(wordpress.editor, {
    slug: 'restored',
    title: 'Restored',
    acf: { page_layout: JSON.stringify(LAYOUT), steps_title: 'Old' },
  });
  await editPage(wordpress.editor, page, { acf: { steps_title: 'New', steps_items: [{ title: 'Later' }] } });
  const [oldest] = await revisionsOf(page);
  await wordpress.runPhp(`return wp_restore_post_revision( ${oldest?.id} );`);
  const values = await sectionsOf(page);
  expect(values).toMatchObject({ steps_title: 'Old' });
  expect(values).not.toHaveProperty('steps_items');
});

test.each([
  ['sell', 'the first', { slug: 'selling' }, ''],
  // This version has the new address, and is stored before the layout is.
  ['buy', 'the last', { slug: 'buying', title: 'Buying', acf: { hero_title: 'Second' } }, ''],
  [
    'contact',
    'an earlier plugin’s',
    { slug: 'write-us' },
    'update_metadata( "post", $id, LINTEL_REVISION_META, "1" );',
  ],
])(
  '%s keeps its sections if %s version is restored after its address changed',
  async (slug, which, change, php) => {
    const page = await pageId(wordpress.editor, slug);
    const sections = () =>
      wordpress.runPhp(
        `return array_column( lintel_page_sections( get_post( ${page} ) )['placements'], 'key' );`,
      );
    const before = z
      .array(z.string())
      .min(3)
      .parse(await sections());
    await editPage(wordpress.editor, page, { acf: { hero_title: 'First' } });
    await editPage(wordpress.editor, page, change);
    const restored = (await revisionsOf(page)).at(which === 'the last' ? -1 : 0);
    expect(restored?.lintel_sections).not.toHaveProperty('page_layout');
    await editPage(wordpress.editor, page, { acf: { hero_title: 'Third' } });
    await wordpress.runPhp(`$id = ${restored?.id}; ${php} return wp_restore_post_revision( $id );`);
    expect(await sections()).toEqual(before);
    expect(await sectionsOf(page)).not.toMatchObject({ hero_title: 'Third' });
  },
);

test('a revision from before the plugin says that it does not hold the values', async () => {
  const page = await createPage(wordpress.editor, { slug: 'older', title: 'Older', content: 'a' });
  await editPage(wordpress.editor, page, { content: 'b' });
  const [oldest] = await revisionsOf(page);
  await wordpress.runPhp(`return delete_metadata( 'post', ${oldest?.id}, '_lintel_revision' );`);
  expect((await revisionsOf(page))[0]?.lintel_sections).toBeNull();
});

test('visitors cannot read revisions', async () => {
  const page = await createPage(wordpress.editor, { slug: 'closed', title: 'Closed' });
  await expect(wordpress.anonymous.get(`/wp/v2/pages/${page}/revisions`)).rejects.toThrow('401');
});
