import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { moreTool, showBlocks } from './support/builder-tools.ts';
import { canvasOf, visitBuilder } from './support/builder-visit.ts';
import { axeViolations } from './support/page-checks.ts';

/** The slug of a page that does not exist. Requests for it are answered with 404. */
const MISSING = 'there-is-none';

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'prose', key: 'text' },
      ]),
      hero_title: 'Come in on Sunday',
      text_title: 'About the house',
    },
  });
  wordpress.add('pages', {
    id: 30,
    slug: '',
    status: 'draft',
    title: { rendered: 'Fair', raw: 'Fair' },
    acf: { page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]), hero_title: 'The spring fair' },
  });
});

/** Undoes the last step. Waits first, because the editor records a step only some time after showing it. */
async function undo(builder: Page): Promise<void> {
  const button = builder.getByRole('button', { name: 'undo' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
}

it('creates a page from a template, and opens it in the builder', async () => {
  const list = await visit.openScreen('/admin/pages', { width: 360 });
  await list.getByRole('button', { name: 'New page' }).press('Enter');
  const dialog = list.getByRole('dialog', { name: 'New page' });
  await expect
    .poll(() => dialog.getByLabel('Title').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await dialog.getByLabel('Title').fill('Open House');
  await dialog.getByText('The page “Open house” has this address').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create page' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Title').fill('Living in Ankeny');
  await dialog.getByText('/living-in-ankeny').waitFor();
  await dialog.getByRole('radio', { name: 'Neighborhood guide' }).check();
  expect(await axeViolations(list)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create page' }).press('Enter');
  await list.waitForURL('**/admin/pages/living-in-ankeny');
  await canvasOf(list).getByRole('heading', { level: 1, name: 'Living in Ankeny' }).waitFor();
});

it('leads back to the list from a page that cannot be opened', async () => {
  const builder = await visit.openScreen(`/admin/pages/${MISSING}`);
  await builder.getByText('This page cannot be opened').waitFor();
  await builder.getByRole('link', { name: 'All pages' }).click();
  await builder.getByRole('heading', { level: 1, name: 'Pages' }).waitFor();
  expect(new URL(builder.url()).pathname).toBe('/admin/pages');
  await visit.closeAfter([new RegExp(MISSING)]);
});

it('announces that the old address will redirect, and then moves the page', async () => {
  const builder = await visit.open('open-house');
  await canvasOf(builder).getByRole('heading', { level: 1, name: 'Come in on Sunday' }).waitFor();
  await (await moreTool(builder, 'Page settings')).press('Enter');
  const dialog = builder.getByRole('dialog', { name: 'Page settings' });
  await dialog.getByLabel('Last part of the address').fill('open-day');
  await dialog.getByText('redirected to the new address').waitFor();
  await dialog.getByText('/open-day').waitFor();
  expect(await axeViolations(builder, { within: ['dialog[open]'] })).toEqual([]);
  await dialog.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const opener = builder.getByRole('button', { name: 'More', exact: true });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await (await moreTool(builder, 'Page settings')).press('Enter');
  await dialog.getByLabel('Last part of the address').fill('open-day');
  await dialog.getByLabel('Title in search results').fill('An open day in Ankeny');
  const store = dialog.getByRole('button', { name: 'Save settings' });
  await expect.poll(() => store.isEnabled()).toBe(true);
  await store.press('Enter');
  await builder.waitForURL('**/admin/pages/open-day');
  await canvasOf(builder).getByRole('heading', { level: 1, name: 'Come in on Sunday' }).waitFor();
  const moved = await fetch(`${visit.site.site.url}/open-house`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/open-day']);
});

it('shows what differs in a version, loads it as unsaved changes, and undoes that', async () => {
  const author = { author: 2, modified_gmt: '2026-11-03T10:00:00' };
  visit.wordpress.routes.set('/wp/v2/pages/7/revisions', () => ({ json: [{ id: 3, ...author }] }));
  visit.wordpress.routes.set('/wp/v2/users', () => ({ json: [{ id: 2, name: 'Ed Editor' }] }));
  visit.wordpress.routes.set('/wp/v2/pages/7/revisions/3', () => ({
    json: {
      id: 3,
      lintel_sections: {
        page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]),
        hero_title: 'Come in on Saturday',
      },
    },
  }));
  const builder = await visit.open('open-day');
  const headline = (words: string) => canvasOf(builder).getByRole('heading', { level: 1, name: words });
  await headline('Come in on Sunday').waitFor();
  await (await moreTool(builder, 'Versions')).press('Enter');
  const dialog = builder.getByRole('dialog', { name: 'Versions of this page' });
  await dialog.getByRole('radio', { name: /Ed Editor/ }).check();
  await dialog.getByText('Hero (hero) is different').waitFor();
  await dialog.getByText('Text (text) is not in that version').waitFor();
  const before = dialog.frameLocator('iframe[title="That version: hero"]');
  await before.getByRole('heading', { name: 'Come in on Saturday' }).waitFor();
  expect(await axeViolations(builder, { within: ['dialog[open]'] })).toEqual([]);
  await dialog.getByRole('button', { name: 'Go back to this version' }).press('Enter');
  await headline('Come in on Saturday').waitFor();
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Unsaved changes');
  await expect.poll(() => canvasOf(builder).locator('[data-section]').count()).toBe(1);
  await undo(builder);
  await headline('Come in on Sunday').waitFor();
  await expect.poll(() => canvasOf(builder).locator('[data-section]').count()).toBe(2);
  visit.wordpress.routes.clear();
  await visit.closeAfter([/`setData` is expensive/]);
});

it('copies a section to another page, where it gets a new key', async () => {
  const builder = await visit.open('open-day');
  await builder
    .getByRole('list', { name: 'Sections of this page' })
    .getByRole('button', { name: /Hero$/ })
    .press('Enter');
  await builder.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
  await builder.getByText('Copied. Paste it').waitFor();
  await builder.goto(`${visit.site.site.url}/admin/pages/living-in-ankeny`);
  const pasted = canvasOf(builder).locator('[data-section="hero2"]');
  await showBlocks(builder);
  await builder.getByRole('button', { name: 'Paste Hero' }).press('Enter');
  await pasted.getByRole('heading', { name: 'Come in on Sunday' }).waitFor();
  const count = await canvasOf(builder).locator('[data-section]').count();
  await undo(builder);
  await expect.poll(() => canvasOf(builder).locator('[data-section]').count()).toBe(count - 1);
  await builder.getByRole('button', { name: 'redo' }).press('Enter');
  await pasted.getByRole('heading', { name: 'Come in on Sunday' }).waitFor();
  const save = builder.getByRole('button', { name: 'Save draft' });
  await expect.poll(() => save.isEnabled()).toBe(true);
  // A draft with changes has the most buttons. All of them must fit into the window.
  const last = await builder.getByRole('button', { name: 'Publish' }).boundingBox();
  expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThanOrEqual(1440);
  const arrow = await builder.getByRole('button', { name: 'undo' }).locator('svg').boundingBox();
  expect(arrow?.width).toBeGreaterThan(15);
  await save.press('Enter');
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Draft saved');
  const stored = visit.wordpress.lists.pages.find(({ slug }) => slug === 'living-in-ankeny')?.['acf'];
  expect(stored).toMatchObject({ hero_title: 'Living in Ankeny', hero2_title: 'Come in on Sunday' });
});

it('goes on with a page that gets its address when it is published, and another one elsewhere', async () => {
  const builder = await visit.open('~30');
  const title = (name: string) => canvasOf(builder).getByRole('heading', { level: 1, name });
  const status = () => builder.getByRole('status').allInnerTexts();
  const publish = async () => {
    const button = builder.getByRole('button', { name: 'Publish' });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.press('Enter');
    await expect.poll(status).toContain('Live on the site');
  };
  const type = async (text: string) => {
    await builder.locator('input[name="title"]:visible').fill(text);
    await title(text).waitFor();
  };
  await title('The spring fair').waitFor();
  // As WordPress does, which names a draft when it is published.
  visit.wordpress.routes.set('/wp/v2/pages/30', (_query, { method }) => {
    if (method === 'POST') visit.wordpress.edit('pages', 30, { slug: 'spring-fair' });
    return null;
  });
  await publish();
  await expect.poll(() => new URL(builder.url()).pathname).toBe('/admin/pages/spring-fair');
  await builder
    .getByRole('list', { name: 'Sections of this page' })
    .getByRole('button', { name: /Hero$/ })
    .press('Enter');
  await type('A fair');
  await publish();

  // Somebody else renames the page.
  visit.wordpress.routes.clear();
  visit.wordpress.edit('pages', 30, { slug: 'summer-fair' });
  await type('The summer fair');
  await publish();
  await expect.poll(() => new URL(builder.url()).pathname).toBe('/admin/pages/summer-fair');
  await builder.reload();
  await title('The summer fair').waitFor();
  await expect.poll(status).toContain('Published');
});
