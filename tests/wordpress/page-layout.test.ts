import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { closeContexts, workerBrowser } from '../browser/support/worker-browser.ts';
import { pageAt } from '../server/content-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { listedSections, saveInBlockEditor } from './support/browser-editor.ts';
import { connectSite } from './support/connect-site.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath } from './support/wp-admin.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let screen: Page;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  const { cookie = '' } = await wordpress.signInEditor();
  const context = await (await workerBrowser()).newContext({ viewport: { width: 1400, height: 1000 } });
  context.setDefaultTimeout(CONDITION_LIMIT);
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: wordpress.url };
    }),
  );
  screen = await context.newPage();
});
afterAll(async () => {
  await closeContexts();
  await site?.close();
  await wordpress?.remove();
});

async function open(page: number): Promise<void> {
  await screen.goto(wordpress.url + editPath(page));
  await screen.locator('.lintel-placement-buttons').first().waitFor();
  // Wait until the editor has registered its meta boxes. A save before that would not include them.
  await screen.waitForFunction(`window.wp.data.select('core/edit-post').hasMetaBoxes()`);
  // The block editor's welcome dialog covers the screen.
  const welcome = screen.locator('.components-modal__header button');
  if (await welcome.isVisible()) await welcome.click();
}

const item = (key: string) => screen.locator(`.lintel-placement[data-lintel-key="${key}"]`);
const press = (key: string, action: string) =>
  item(key).locator(`[data-lintel-layout="${action}"]`).first().click();
const status = () => screen.locator('.lintel-layout-status').textContent();
const listed = async () => (await listedSections(screen)).map(String);

const save = () => saveInBlockEditor(screen);

async function layoutOf(page: number): Promise<unknown> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  const { acf } = z.object({ acf: z.looseObject({ page_layout: z.string().optional() }) }).parse(answer);
  return acf.page_layout === undefined || acf.page_layout === '' ? null : JSON.parse(acf.page_layout);
}

const storedText = async (page: number) => JSON.stringify(await layoutOf(page));

async function keysOnSite(path: string): Promise<string[]> {
  await site.read();
  return (await pageAt(site.content, path)).document.placements.map(({ key }) => key);
}

describe('the list of sections', () => {
  test('is the built-in layout of an untouched page, directly below its title', async () => {
    const about = await pageId(wordpress.editor, 'about');
    await open(about);
    expect(await listed()).toEqual(await keysOnSite('/about'));
    // Text that visitors do not see is collapsed, with the reason and a button that shows it.
    const text = screen.frameLocator('iframe[name="editor-canvas"]').locator('.is-root-container');
    await text.waitFor({ state: 'attached' });
    expect(await text.isVisible()).toBe(false);
    await screen.getByRole('button', { name: 'Show the text' }).click();
    await text.waitFor({ state: 'visible' });
    await save();
    expect(await layoutOf(about)).toBe(null);
  });

  test('is sorted with the keyboard, hides, removes with undo and adds, and the site shows it once saved', async () => {
    const page = await createPage(wordpress.editor, {
      slug: 'arranged',
      title: 'Arranged',
      acf: {
        page_layout: ['hero', 'faq', 'proof'].map((key) => ({ block: key, key })),
        hero_title: 'Top',
        faq_items: [{ question: 'Is it far?', answer: 'No.' }],
        proof_proof: 'Solid',
      },
    });
    await open(page);
    await item('proof').locator('[data-lintel-layout="up"]').focus();
    await screen.keyboard.press('Enter');
    expect(await status()).toBe('Proof: Solid is now section 2 of 3.');
    await screen.keyboard.press('Enter');
    expect(await listed()).toEqual(['proof', 'hero', 'faq']);
    // At the start of the list, “Move up” is disabled, so the focus moves to “Move down”.
    expect(await screen.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Move Proof: Solid down',
    );

    await screen.locator('[data-lintel-key="faq"] .lintel-toggle').click();
    await screen.locator('#lintel-faq_title').fill('Typed before removing');

    // The focus stays in the list when the pressed button is disabled or goes.
    const rows = screen.locator('[data-lintel-key="faq"] .lintel-list');
    const addRow = rows.locator(':scope > [data-lintel-do="add"]');
    const focused = () => screen.evaluate(() => document.activeElement?.getAttribute('data-lintel-do'));
    await addRow.click();
    await rows.locator('[data-lintel-do="up"]').last().press('Enter');
    expect(await focused()).toBe('down');
    await screen.keyboard.press('Enter');
    expect(await focused()).toBe('up');
    while (await addRow.isVisible()) await addRow.click();
    while ((await rows.locator('.lintel-row').count()) > 1) {
      await rows.locator('[data-lintel-do="remove"]').last().press('Enter');
      expect(await focused()).toBe('add');
    }

    await press('faq', 'remove');
    expect(await listed()).toEqual(['proof', 'hero']);
    expect(await screen.locator('[data-lintel-key="faq"]').isVisible()).toBe(false);
    await screen.keyboard.press('Enter');
    expect(await status()).toBe('Questions and answers: Typed before removing is back.');
    expect(await screen.locator('#lintel-faq_title').inputValue()).toBe('Typed before removing');

    await press('hero', 'hide');
    await screen.getByRole('button', { name: 'Add a section' }).click();
    await screen.locator('.lintel-block[data-block="hero"]').click();
    await item('hero_2').waitFor();
    await screen.locator('#lintel-hero_2_title').fill('Added');
    await save();

    expect(await layoutOf(page)).toEqual([
      { block: 'proof', key: 'proof' },
      { block: 'hero', key: 'hero', hidden: true },
      { block: 'faq', key: 'faq' },
      { block: 'hero', key: 'hero_2' },
    ]);
    expect(await keysOnSite('/arranged')).toEqual(['proof', 'faq', 'hero_2']);
    const { html } = await site.page('/arranged');
    expect(html).toContain('Typed before removing');
    expect(html).toMatch(/Added<\/h\d>/);

    // The screen was not reloaded, so the next change is based on the saved version.
    await press('proof', 'remove');
    await save();
    expect(await keysOnSite('/arranged')).toEqual(['faq', 'hero_2']);
  });

  test('is sorted by dragging, duplicates with what is typed, schedules, and goes back to the built-in layout', async () => {
    const sell = await pageId(wordpress.editor, 'sell');
    const builtIn = await keysOnSite('/sell');
    await open(sell);
    const [first = '', second = ''] = await listed();
    const handles = screen.locator('.lintel-handle');
    await handles.nth(0).hover();
    await screen.mouse.down();
    // The open sections are closed as soon as the pointer moves.
    const from = await handles.nth(0).boundingBox();
    if (!from) throw new Error('The list is not visible.');
    await screen.mouse.move(from.x + 5, from.y + 20, { steps: 4 });
    await expect.poll(() => screen.locator('.lintel-placement .lintel-panel:visible').count()).toBe(0);
    const to = await handles.nth(1).boundingBox();
    if (!to) throw new Error('The list is not visible.');
    await screen.mouse.move(to.x + 5, to.y + 8, { steps: 8 });
    await screen.mouse.move(to.x + 5, to.y + 14);
    await screen.mouse.up();
    await expect.poll(listed).toEqual([second, first, ...builtIn.slice(2)]);

    const title = screen.locator(`#lintel-${first}_title`);
    if (!(await title.isVisible())) await item(first).locator('.lintel-toggle').click();
    await title.fill('Typed before duplicating');
    await press(first, 'duplicate');
    await item(`${first}_2`).waitFor();
    expect(await screen.locator(`#lintel-${first}_2_title`).inputValue()).toBe('Typed before duplicating');
    await press(first, 'when');
    await item(first).locator('[data-lintel-moment="from"]').fill('2099-01-01T08:00');
    expect(await item(first).textContent()).toContain('From 2099-01-01 08:00');
    await save();
    const saved = z.array(z.looseObject({ key: z.string() })).parse(await layoutOf(sell));
    expect(saved.slice(0, 3)).toEqual([
      expect.objectContaining({ key: second }),
      expect.objectContaining({ key: first, from: '2099-01-01T08:00' }),
      expect.objectContaining({ key: `${first}_2` }),
    ]);
    expect((await keysOnSite('/sell')).slice(0, 2)).toEqual([second, `${first}_2`]);

    await screen.getByRole('button', { name: 'Back to the built-in layout' }).click();
    await expect.poll(listed).toEqual(builtIn);
    await save();
    expect(await layoutOf(sell)).toBe(null);
    expect(await keysOnSite('/sell')).toEqual(builtIn);
  });

  test('refuses to overwrite what somebody else saved meanwhile, and keeps both', async () => {
    const page = await createPage(wordpress.editor, {
      slug: 'two-editors',
      title: 'Two editors',
      acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'Top' },
    });
    await open(page);
    await press('hero', 'hide');
    const theirs = [{ block: 'faq', key: 'faq' }];
    await wordpress.editor.post(`/wp/v2/pages/${page}`, { acf: { page_layout: theirs } });
    await save();
    const error = screen.locator('#lintel-page_layout-error');
    await expect.poll(() => error.textContent()).toContain('somebody else changed it meanwhile');
    expect(await layoutOf(page)).toEqual(theirs);
    await open(page);
    expect(await error.textContent()).toContain('somebody else changed it meanwhile');
    await save();
    expect(await layoutOf(page)).toEqual([{ block: 'hero', key: 'hero', hidden: true }]);

    await wordpress.editor.post(`/wp/v2/pages/${page}`, { acf: { page_layout: theirs } });
    await press('hero', 'hide');
    await save();
    await expect.poll(() => error.textContent()).toContain('somebody else changed it meanwhile');
    expect(await layoutOf(page)).toEqual(theirs);
    // On the same screen, without a reload.
    await save();
    await expect.poll(() => layoutOf(page)).toEqual([{ block: 'hero', key: 'hero' }]);
    await expect.poll(() => error.textContent()).toBe('');
  });

  test('keeps a change that is made while the previous one is being saved', async () => {
    const keys = ['hero', 'faq', 'proof'];
    const page = await createPage(wordpress.editor, {
      slug: 'changed-meanwhile',
      title: 'Changed meanwhile',
      acf: { page_layout: keys.map((key) => ({ block: key, key })), hero_title: 'Top' },
    });
    await open(page);
    await press('hero', 'down');
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await screen.route(/lintel_refused_sections/, async (route) => {
      await held;
      await route.continue();
    });
    const asked = screen.waitForRequest(/lintel_refused_sections/);
    const saved = save();
    await asked;
    await press('hero', 'down');
    answer();
    await saved;
    await screen.unroute(/lintel_refused_sections/);
    const before = screen.locator('.lintel-layout-before');
    await expect.poll(() => before.inputValue()).toBe(await storedText(page));
    await save();
    expect(await layoutOf(page)).toEqual(['faq', 'proof', 'hero'].map((key) => ({ block: key, key })));
  });

  test('of a long page renders the fields of a section when it is opened, and keeps the values of closed ones', async () => {
    const keys = Array.from({ length: 45 }, (_, number) => `part${number}`);
    const titles = Object.fromEntries(keys.map((key) => [`${key}_title`, `Title of ${key}`]));
    const page = await createPage(wordpress.editor, {
      slug: 'long-page',
      title: 'Long page',
      acf: {
        page_layout: keys.map((key) => ({ block: 'hero', key })),
        layout_variants: {
          running: false,
          weight: 50,
          variants: [{ name: 'Short', weight: 50, layout: [{ block: 'hero', key: 'part1' }] }],
        },
        ...titles,
      },
    });
    await open(page);
    await screen.getByText('This page has variants. This list is the original.').waitFor();
    const title = screen.locator('#lintel-part43_title');
    expect(await title.count()).toBe(0);
    await screen.locator('[data-lintel-key="part43"] .lintel-toggle').click();
    await title.waitFor();
    expect(await title.inputValue()).toBe('Title of part43');
    await title.fill('Typed later');
    await save();
    const { acf } = z
      .object({ acf: z.looseObject({}) })
      .parse(await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`));
    expect(acf).toMatchObject({ ...titles, part43_title: 'Typed later' });
    // Uses the URL format of the links in the list of faults.
    await screen.goto(`${wordpress.url}${editPath(page)}#lintel-part44_title`);
    await expect.poll(() => screen.evaluate(() => document.activeElement?.id)).toBe('lintel-part44_title');
    await connectSite(wordpress, 'http://localhost:1', 'a-secret-that-both-sides-share-0123456789');
    await open(page);
    const link = screen.getByRole('link', { name: 'Edit the variants in the page builder' });
    expect(await link.getAttribute('href')).toBe('http://localhost:1/admin/pages/long-page');
  });
});
