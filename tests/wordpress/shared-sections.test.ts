import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pageAt } from '../server/content-site.ts';
import { axeViolations } from '../browser/support/page-checks.ts';
import { saveInBlockEditor, signInBrowser } from './support/browser-editor.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath } from './support/wp-admin.ts';

/* Shared sections as an editor of WordPress uses them, on the screens of wp-admin. */

let wordpress: TestWordPress;
let site: OpenSite;
let context: BrowserContext;
let screen: Page;
let section: number;
let about: number;

beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  ({ context, page: screen } = await signInBrowser(wordpress.url, wordpress.editorAccount));
  const made = await wordpress.editor.post('/wp/v2/lintel_section', {
    title: 'Call me',
    status: 'publish',
    acf: { page_layout: [{ block: 'prose', key: 'call' }], call_title: 'Call me today' },
  });
  section = z.object({ id: z.number() }).parse(made).id;
  about = await createPage(wordpress.editor, {
    slug: 'open-day',
    title: 'Open day',
    acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'Come in' },
  });
});
afterAll(async () => {
  await context?.close();
  await site?.close();
  await wordpress?.remove();
});

const open = async (id: number) => {
  await screen.goto(wordpress.url + editPath(id));
  await screen.locator('.lintel-placement-buttons').first().waitFor();
};
const titles = async () => {
  await site.read();
  const { document } = await pageAt(site.content, '/open-day');
  return document.placements.map(({ key, props }) => [key, props['title']]);
};

test('a page gets a shared section from the list “Add a section”, and names it', async () => {
  await open(about);
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
  const welcome = screen.getByRole('button', { name: 'Close', exact: true });
  if (await welcome.isVisible()) await welcome.click();
  await screen.getByRole('button', { name: 'Add a section' }).click();
  await screen.locator(`[data-shared="${section}"]`).click();
  const item = screen.locator('.lintel-placement', { hasText: 'Shared section' });
  await item.getByText('Call me').waitFor();
  await expect
    .poll(() => item.getByRole('link', { name: 'Edit the shared section' }).getAttribute('href'))
    .toContain(`post=${section}`);
  expect(
    await axeViolations(screen, { within: ['.lintel-placements > :last-child', '.lintel-catalogue'] }),
  ).toEqual([]);
  await saveInBlockEditor(screen);
  expect(await titles()).toEqual([
    ['hero', 'Come in'],
    ['shared', 'Call me today'],
  ]);
  // A second place has a key of its own.
  await item.getByRole('button', { name: /^Duplicate/ }).click();
  await expect.poll(() => screen.locator('.lintel-placement').count()).toBe(3);
  await saveInBlockEditor(screen);
  expect((await titles()).map(([key]) => key)).toEqual(['hero', 'shared', 'shared_2']);
});

test('its own edit screen has its fields, says where it is shown, and stores a change for all places', async () => {
  await open(section);
  await screen.getByText('A change is seen on all pages that show this section: Open day').waitFor();
  // It is one section, without a built-in layout.
  expect(await screen.locator('.lintel-placement-buttons button:visible').count()).toBe(3);
  expect(await screen.getByRole('button', { name: 'Back to the built-in layout' }).isVisible()).toBe(false);
  const add = screen.getByRole('button', { name: 'Add a section' });
  expect(await add.isVisible()).toBe(false);
  await screen.getByRole('button', { name: /^Remove / }).click();
  await add.waitFor();
  await screen.getByRole('button', { name: /^Undo: / }).click();
  await expect.poll(() => add.isVisible()).toBe(false);
  await screen.locator('#lintel-call_title').fill('Write to me');
  await screen.locator('#publish').click();
  await screen.getByText('Shared section saved.').waitFor();
  expect((await titles()).map(([, title]) => title)).toEqual(['Come in', 'Write to me', 'Write to me']);
  const revisions = await wordpress.editor.get(`/wp/v2/lintel_section/${section}/revisions?context=edit`);
  const [newest] = z.array(z.object({ lintel_sections: z.looseObject({}) })).parse(revisions);
  expect(newest?.lintel_sections).toMatchObject({ call_title: 'Write to me' });
});

test('a second section is refused, and so are places of what is no shared section', async () => {
  const save = (path: string, layout: object[]) =>
    wordpress.editor.post(path, { acf: { page_layout: layout } });
  const path = `/wp/v2/lintel_section/${section}`;
  const two = [
    { block: 'prose', key: 'call' },
    { block: 'hero', key: 'hero' },
  ];
  await expect(save(path, two)).rejects.toThrow('A shared section is one section of its own.');
  await expect(save(path, [{ shared: section, key: 'call' }])).rejects.toThrow('one section of its own');
  const page = `/wp/v2/pages/${about}`;
  await expect(save(page, [{ shared: about, key: 'call' }])).rejects.toThrow(
    'there is no such shared section',
  );
  await expect(save(page, [{ shared: 'x', key: 'call' }])).rejects.toThrow('it needs a block and a key');
});

test('the list names the pages that show it, and those that no longer do when it is in the trash', async () => {
  await screen.goto(`${wordpress.url}/wp-admin/edit.php?post_type=lintel_section`);
  const row = screen.locator(`#post-${section}`);
  expect(await row.locator('.lintel_pages').textContent()).toBe('Open day');
  await row.hover();
  await row.getByRole('link', { name: /Trash/ }).click();
  await screen.getByText('“Call me” is in the trash, so these pages no longer show it: Open day').waitFor();
  expect(await titles()).toEqual([['hero', 'Come in']]);
});

test('REST says to editors which status a section in the trash had, each time', async () => {
  const made = await wordpress.editor.post('/wp/v2/lintel_section', { title: 'Later', status: 'pending' });
  const path = `/wp/v2/lintel_section/${z.object({ id: z.number() }).parse(made).id}`;
  await wordpress.editor.delete(path);
  expect(await wordpress.editor.get(`${path}?context=edit`)).toMatchObject({ before_trash: 'pending' });
  await wordpress.editor.post(path, { status: 'publish' });
  await wordpress.editor.delete(path);
  expect(await wordpress.editor.get(`${path}?context=edit`)).toMatchObject({ before_trash: 'publish' });
});

test('nobody but editors can read a template, whatever status was asked for', async () => {
  const made = await wordpress.editor.post('/wp/v2/lintel_template', {
    title: 'Open house',
    status: 'publish',
    acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'Not public yet' },
  });
  const { id, status } = z.object({ id: z.number(), status: z.string() }).parse(made);
  expect(status).toBe('private');
  for (const path of ['/wp/v2/lintel_template', `/wp/v2/lintel_template/${id}`]) {
    const answer = await fetch(`${wordpress.url}/?rest_route=${path}`);
    expect((await answer.text()).includes('Not public yet')).toBe(false);
  }
  await site.read();
  expect(JSON.stringify([...(site.content.snapshot()?.reusable() ?? [])])).not.toContain('Not public yet');
});
