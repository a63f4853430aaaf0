import { rm } from 'node:fs/promises';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { exampleValues } from '../../server/operators/pages/catalogue/example-values.ts';
import { rawExample } from '../../src/builder/block-example.ts';
import type { Block } from '../../src/builder/block.ts';
import { builderPage } from '../../src/contracts/operators/page-builder.ts';
import { createdPage } from '../../src/contracts/operators/new-page.ts';
import { pageCalls } from '../../src/contracts/operators/page-calls.ts';
import { blocksById } from '../../src/operator/builder/reusable/shared-block.ts';
import { isEqualJson, toPuckData } from '../../src/operator/builder/saving/page-data.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT, timeLimit } from '../setup/time-limits.ts';
import { addSection } from './support/add-section.ts';
import { unsavedChanges } from './support/builder-tools.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { bootApp, faultsOf, openPage, openTab } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/*
 * Types one key into every field of every block, because a fault in Puck or in a field ends the whole page builder. Then
 * undoes and redoes all of it, publishes the page, opens it again, and visits it.
 */

// Each test opens every block, which takes minutes on a busy machine.
const LIMIT = timeLimit(900_000);

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;
let blocks: readonly Block[];
let tab: Page | undefined;

beforeAll(async () => {
  const [loaded, ...others] = await Promise.all([loadProjectBlocks(), workerBrowser(), startFakeSite()]);
  [browser, wordpress] = others;
  blocks = [...loaded.values()];
  const picture = { url: '/scenes/buying.svg', width: 640, height: 480, alt: 'A porch' };
  const keyOf = ({ id }: Block) => `all_${id.replaceAll('-', '_')}`;
  for (const [index, placed] of storedPages().entries()) {
    wordpress.add('pages', {
      id: 10 + index,
      slug: `blocks-${index}`,
      title: { rendered: `Blocks ${index}`, raw: `Blocks ${index}` },
      acf: {
        page_layout: JSON.stringify(placed.map((block) => ({ block: block.id, key: keyOf(block) }))),
        ...Object.fromEntries(
          placed.flatMap((block) =>
            Object.entries(exampleValues('sample', block.fields, picture)).map(([name, value]) => [
              `${keyOf(block)}_${name}`,
              value,
            ]),
          ),
        ),
      },
    });
  }
  site = await startOperatorSite(wordpress.env);
});
afterAll(async () => {
  await tab?.close();
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

/** Blocks per page. Opening a page takes as much processor time as thirty keys. */
const PAGE_BLOCKS = 12;

/** Returns the blocks of each stored page. A page without a post that has the post block is not found. */
function storedPages(): readonly (readonly Block[])[] {
  const shown = blocks.filter(({ id }) => id !== 'post');
  const count = Math.ceil(shown.length / PAGE_BLOCKS);
  return Array.from({ length: count }, (_, page) =>
    shown.slice(page * PAGE_BLOCKS, (page + 1) * PAGE_BLOCKS),
  );
}

/** Requests for the canvas that are not answered yet. */
const awaited = new Set<Request>();

/** Opens a page in the one tab of this file: each new tab would cost about as much as a section. */
async function open(path: string): Promise<Page> {
  if (!tab) {
    const { cookie } = site.operator;
    // A low window has less to draw for each key.
    tab = await openTab(browser, site.site.url, { width: 1440, height: 300, reducedMotion: true, cookie });
    tab.on('request', (request) => {
      if (request.url().endsWith(pageCalls.canvas.path)) awaited.add(request);
    });
    tab.on('requestfinished', (request) => awaited.delete(request));
    tab.on('requestfailed', (request) => awaited.delete(request));
  }
  // The page before has unsaved changes. Playwright answers the browser's prompt about them.
  await tab.goto(site.site.url + path);
  await tab.frameLocator('iframe').first().locator('[data-section]').first().waitFor();
  // The canvas is still rendered, but drawing it would take a tenth of the processor time.
  await tab.addStyleTag({ content: 'iframe { visibility: hidden }' });
  return tab;
}

const CONTROLS = 'input:not([type="hidden"]), textarea, select, .ProseMirror';
const ROW = '[class*="ArrayFieldItem_"]';

/**
 * Runs in the page. Returns a function that judges the last key and focuses the next control, because each call costs as
 * much as a key.
 */
function createTypist(scope: Element, { controls, row }: { controls: string; row: string }) {
  const inRow = scope.matches(row);
  let index = -1;
  let control: HTMLElement | null = null;
  let before = { value: '', checked: false };
  const stateOf = (element: HTMLElement) => {
    const { value = element.innerHTML, checked } = Object(element);
    return { value: String(value), checked: checked === true };
  };
  const judge = (element: HTMLElement) => {
    const { type = '', name } = Object(element);
    const after = stateOf(element);
    const title = `control ${index + 1} (${type || 'formatted text'} ${name})`;
    if (document.activeElement !== element) return `${title} lost the focus`;
    const isSame = after.value === before.value && after.checked === before.checked;
    // A date has no value until all of its parts are typed.
    return isSame && type !== 'datetime-local' ? `${title} ignored the key` : null;
  };
  return async (): Promise<{ key: string | null; wrong: string | null }> => {
    // The changes that follow a key are rendered within two frames.
    if (control) await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const wrong = control && judge(control);
    control = null;
    // Searched again for each key, because a key may add controls.
    const all = [...scope.querySelectorAll<HTMLElement>(controls)].filter(
      (each) => inRow || !each.closest(row),
    );
    for (index += 1; index < all.length; index += 1) {
      const next = all[index];
      if (!next) break;
      const { type = '', checked } = Object(next);
      if (type === 'radio' && checked) continue;
      // The test site has no categories to choose from.
      if (next instanceof HTMLSelectElement && next.length < 2) continue;
      control = next;
      before = stateOf(next);
      next.focus();
      if (type === 'radio' || type === 'checkbox') return { key: 'Space', wrong };
      const isLast = next instanceof HTMLSelectElement && next.selectedIndex === next.length - 1;
      const key = type === 'select-one' ? (isLast ? 'ArrowUp' : 'ArrowDown') : '5';
      return { key, wrong };
    }
    return { key: null, wrong };
  };
}

/** Types one key into each control within `scope`, and returns what went wrong. */
async function typeIntoEach(builder: Page, scope: Locator, place: string): Promise<string[]> {
  const typist = await (
    await scope.elementHandle()
  )?.evaluateHandle(createTypist, { controls: CONTROLS, row: ROW });
  if (!typist) throw new Error(`${place} has no fields.`);
  const found: string[] = [];
  for (;;) {
    const { key, wrong } = await typist.evaluate((next) => next());
    if (wrong !== null) found.push(`${place}, ${wrong}`);
    if (key === null) break;
    await builder.keyboard.press(key);
  }
  await typist.dispose();
  return found;
}

/** Types into all fields of the selected section, and of the last row of its lists. Adds a row to empty lists. */
async function typeIntoSection(builder: Page, place: string): Promise<string[]> {
  // Puck renders the fields twice, for wide and for narrow windows, and hides one of them.
  const fields = builder.locator('[class*="PuckFields_"]').filter({ visible: true });
  await fields.getByText('Visibility and schedule').waitFor();
  for (const group of await fields.locator('details').all()) {
    await group.evaluate((each) => each.toggleAttribute('open', true));
  }
  await fields.getByLabel('Disappears').waitFor();
  for (const add of await fields.getByRole('button', { name: /^Add to / }).all()) {
    const list = add.locator('xpath=ancestor::*[@data-field][1]');
    if ((await list.locator(ROW).count()) === 0) await add.click();
  }
  await builder.waitForFunction(noPlaceholders);
  const wrong = await typeIntoEach(builder, fields, place);
  const rows = fields.locator(`${ROW}:last-child`);
  const count = await rows.count();
  for (let index = 0; index < count; index += 1) {
    const row = rows.nth(index);
    const controls = row.locator(CONTROLS);
    if ((await controls.count()) === 0) await row.locator('[class*="ArrayFieldItem-summary"]').click();
    await controls.first().waitFor();
    await builder.waitForFunction(noPlaceholders);
    wrong.push(...(await typeIntoEach(builder, row, `${place}, list ${index + 1}`)));
  }
  await waitForCanvas(builder);
  if (await builder.evaluate(() => document.activeElement === document.body))
    wrong.push(`${place} lost the focus when the canvas showed the change`);
  return wrong;
}

/** The builder asks for the canvas after a pause of 150 ms, which the keys of a fast machine do not leave. */
async function waitForCanvas(builder: Page): Promise<void> {
  await builder.waitForTimeout(200);
  await expect.poll(() => awaited.size, { timeout: CONDITION_LIMIT }).toBe(0);
  await builder.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Whether Puck has loaded its text editor. Until then, a placeholder looks like it. */
function noPlaceholders(): boolean {
  return document.querySelector('.rich-text[contenteditable]:not(.ProseMirror)') === null;
}

/** Returns what went wrong, with the faults in the console, and stops at a fault that ends the page builder. */
async function sweep(builder: Page, wrong: string[], place: string, type: () => Promise<string[]>) {
  const known = faultsOf(builder).length;
  try {
    wrong.push(...(await type()));
  } catch (error) {
    throw new Error(`${place}: ${[...wrong, ...faultsOf(builder)].join('\n')}`, { cause: error });
  }
  wrong.push(
    ...faultsOf(builder)
      .slice(known)
      .map((fault) => `${place}: ${fault}`),
  );
}

/** An item of the visual editor's data. */
type Item = ReturnType<typeof toPuckData>['content'][number];

/** Returns the unsaved changes that the browser keeps, once they are complete; null if there are none. */
async function keptItems(builder: Page, at: string): Promise<readonly Item[] | null> {
  const read = () => unsavedChanges(builder, at);
  let before = await read();
  for (let same = 0; same < 3;) {
    await builder.waitForTimeout(300);
    const now = await read();
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return before === null ? null : JSON.parse(before).data.content;
}

/** Returns the properties in which two states of a page differ, by section. */
function differences(some: readonly Item[] | null, others: readonly Item[] | null): string[] {
  if (!some || !others || some.length !== others.length) {
    return [`there are ${some?.length ?? 'no'} sections and ${others?.length ?? 'no'} sections`];
  }
  return some.flatMap(({ type, props }, index) => {
    const other = others[index]?.props ?? {};
    const names = new Set([...Object.keys(props), ...Object.keys(other)]);
    return [...names]
      .filter((name) => !isEqualJson(props[name], other[name]))
      .map((name) => `${type}, ${name}: ${JSON.stringify(props[name])} is ${JSON.stringify(other[name])}`);
  });
}

/** Presses a button with the keyboard until it is disabled. */
async function pressAll(builder: Page, name: 'Undo' | 'Redo'): Promise<void> {
  const button = builder.getByRole('button', { name, exact: true });
  for (let presses = 0; await button.isEnabled(); presses += 1) {
    if (presses > 1_000) throw new Error(`${name} has no end.`);
    await button.press('Enter');
  }
}

/** Shows all sections, because the keys have hidden them. */
async function showAllSections(builder: Page): Promise<void> {
  const back = builder.locator('button:text-is("All sections"):visible');
  if (await back.isVisible()) await back.press('Enter');
  const rows = builder.locator('ol[aria-label="Sections of this page"]:visible button');
  await rows.first().focus();
  const count = await rows.count();
  for (let row = 1; row < count; row += 1) await builder.keyboard.press('Shift+ArrowDown');
  const tools = builder.getByRole('toolbar', { name: 'Selected sections' });
  const show = tools.getByRole('button', { name: 'Show', exact: true });
  // The tools offer to show the sections if all of them are hidden.
  if (!(await show.isVisible())) await tools.getByRole('button', { name: 'Hide' }).press('Enter');
  await show.press('Enter');
  await tools.getByRole('button', { name: 'Hide' }).waitFor();
}

/** Undoes and redoes what was typed, publishes it, opens the page again and visits it. Returns what was lost. */
async function checkKept(builder: Page, at: string): Promise<string[]> {
  await showAllSections(builder);
  const typed = await keptItems(builder, at);
  if (!typed) return [`${at}: the browser keeps nothing`];
  const lost: string[] = [];
  const note = (step: string, found: readonly string[]) =>
    lost.push(...found.map((each) => `${at}, ${step}: ${each}`));
  await pressAll(builder, 'Undo');
  await expect.poll(() => unsavedChanges(builder, at)).toBe(null);
  await pressAll(builder, 'Redo');
  await expect.poll(async () => differences(await keptItems(builder, at), typed)).toEqual([]);
  await waitForCanvas(builder);

  const publish = builder.locator('button:text-is("Publish")');
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press('Enter');
  const anyway = builder.locator('dialog[open] button:text-is("Publish anyway")');
  const live = builder.getByRole('status').filter({ hasText: 'Live on the site' });
  const alert = builder.getByRole('alert').filter({ hasText: /\S/ });
  await live.or(anyway).or(alert).first().waitFor();
  if (await anyway.isVisible()) await anyway.press('Enter');
  await live.or(alert).first().waitFor();
  if (!(await live.isVisible())) note('publish', await alert.allInnerTexts());
  await expect.poll(() => unsavedChanges(builder, at)).toBe(null);
  const answer = await site.operator.fetch(`${pageCalls.open.path}?${new URLSearchParams({ at })}`);
  const opened = builderPage.parse(await answer.json());
  note('opened again', differences(toPuckData(opened.page, blocksById(opened.blocks)).content, typed));

  const visitor = await openPage(browser, site.site.url + at, { width: 1440, reducedMotion: true });
  await bootApp(visitor);
  note('visit', faultsOf(visitor));
  for (const { type, props } of typed) {
    const section = visitor.locator(`[id="${props.id}"]`);
    if ((await section.count()) === 0) note('visit', [`${type} is missing`]);
  }
  await visitor.close();
  return lost;
}

it('types into every field of every block of a stored page', { timeout: LIMIT }, async () => {
  const wrong: string[] = [];
  for (const [at, placed] of storedPages().entries()) {
    const builder = await open(`/admin/pages/blocks-${at}`);
    for (const [index, { id }] of placed.entries()) {
      await sweep(builder, wrong, id, async () => {
        // Selectors for roles would look at every element of the page.
        const back = builder.locator('button:text-is("All sections"):visible');
        if (await back.isVisible()) await back.press('Enter');
        const list = builder.locator('ol[aria-label="Sections of this page"]:visible');
        await list.locator('button').nth(index).press('Enter');
        return typeIntoSection(builder, id);
      });
    }
    await sweep(builder, wrong, `page ${at}`, () => checkKept(builder, `/blocks-${at}`));
  }
  expect(wrong).toEqual([]);
});

/** The sections that the canvas marks as an example. */
const marks = (builder: Page) =>
  builder.frameLocator('iframe').first().locator('[data-marks]', { hasText: 'Example' }).count();

/** Returns what is wrong with how a new section starts: it shows the texts of its block's example, marked as such. */
async function startFaults(builder: Page, id: string): Promise<string[]> {
  const block = blocks.find((each) => each.id === id);
  const example = block ? rawExample(block) : null;
  if (!block || !example) return (await marks(builder)) === 0 ? [] : [`new ${id} is marked as an example`];
  const field = Object.keys(block.fields).find(
    (name) => block.fields[name]?.kind === 'text' && typeof example[name] === 'string' && name !== 'code',
  );
  const canvas = builder.frameLocator('iframe').first();
  const words = field === undefined ? null : String(example[field]);
  if (words !== null) await canvas.getByText(words).first().waitFor({ state: 'attached' });
  await expect.poll(() => marks(builder), { timeout: CONDITION_LIMIT }).toBe(1);
  const broken = await canvas
    .locator('img')
    .evaluateAll((all) => all.filter((each) => !each.getAttribute('src')).length);
  return broken === 0 ? [] : [`new ${id} shows a broken picture`];
}

/** Creates a page with a hero, and returns its path. */
async function createPage(title: string): Promise<string> {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const request = { title, slug, parent: null, start: { kind: 'template', id: 'empty' }, menu: null };
  const answer = await site.operator.send('POST', pageCalls.create.path, request);
  if (!answer.ok) throw new Error(`The new page: ${answer.status} ${await answer.text()}`);
  return createdPage.parse(await answer.json()).at;
}

it('types into every field of every block in new sections of new pages', { timeout: LIMIT }, async () => {
  const wrong: string[] = [];
  for (const [index, placed] of storedPages().entries()) {
    const at = await createPage(`New blocks ${index}`);
    const builder = await open(`/admin/pages${at}`);
    for (const { id } of placed) {
      await sweep(builder, wrong, id, async () => {
        await addSection(builder, id);
        const found = await startFaults(builder, id);
        found.push(...(await typeIntoSection(builder, `new ${id}`)));
        await expect.poll(() => marks(builder), { timeout: CONDITION_LIMIT }).toBe(0);
        return found;
      });
    }
    await sweep(builder, wrong, `new page ${index}`, () => checkKept(builder, at));
  }
  // The block that only a post can show.
  const builder = await open(`/admin/pages${await createPage('Post')}`);
  await sweep(builder, wrong, 'post', async () => {
    await addSection(builder, 'post');
    return typeIntoSection(builder, 'new post');
  });
  expect(wrong).toEqual([]);
});
