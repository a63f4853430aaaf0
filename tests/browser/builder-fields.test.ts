import { rm } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { projectBlocks } from '../../server/content/load-blocks.ts';
import { exampleValues } from '../../server/operators/pages/catalogue/example-values.ts';
import type { Block } from '../../src/builder/block.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { startOperatorSite, type OperatorSite } from './support/operator-test-site.ts';
import { faultsOf, openPage } from './support/page-checks.ts';
import { workerBrowser } from './support/worker-browser.ts';

/* Types one key into every field of every block, because a fault in Puck or in a field ends the whole page builder. */

// Each test opens every block, which takes minutes on a busy machine.
const LIMIT = timeLimit(900_000);

let browser: Browser;
let wordpress: FakeSite;
let site: OperatorSite;
let blocks: readonly Block[];
let page: Page | undefined;

beforeAll(async () => {
  const [loaded, ...others] = await Promise.all([projectBlocks(), workerBrowser(), startFakeSite()]);
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
  wordpress.add('pages', {
    id: 8,
    slug: 'new-blocks',
    title: { rendered: 'New blocks', raw: 'New blocks' },
    acf: { page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]), hero_title: 'Come in' },
  });
  site = await startOperatorSite(wordpress.env);
});
afterEach(async () => {
  await page?.close();
  page = undefined;
});
afterAll(async () => {
  await site?.site.stop();
  await wordpress?.stop();
  if (site) await rm(site.folder, { recursive: true, force: true });
});

/** Blocks per page. Each key renders the whole canvas, so a page with every block would make each of them slow. */
const PAGE_BLOCKS = 6;

/** Returns the blocks of each stored page. A page without a post that has the post block is not found. */
function storedPages(): readonly (readonly Block[])[] {
  const shown = blocks.filter(({ id }) => id !== 'post');
  const count = Math.ceil(shown.length / PAGE_BLOCKS);
  return Array.from({ length: count }, (_, page) =>
    shown.slice(page * PAGE_BLOCKS, (page + 1) * PAGE_BLOCKS),
  );
}

async function open(path: string): Promise<Page> {
  page = await openPage(browser, site.site.url + path, {
    width: 1440,
    reducedMotion: true,
    cookie: site.operator.cookie,
  });
  await page.frameLocator('iframe').first().locator('[data-section]').first().waitFor();
  return page;
}

/** Types one key into each visible control, and returns what went wrong. */
async function typeIntoEach(builder: Page, controls: Locator, place: string): Promise<string[]> {
  const wrong: string[] = [];
  for (let index = 0; index < (await controls.count()); index += 1) {
    const control = controls.nth(index);
    const before = await control.evaluate((element) => {
      if (!(element instanceof HTMLElement)) throw new Error('The control is no HTML element.');
      element.focus();
      const { type = '', value = element.innerHTML, checked, name } = Object(element);
      return { type: String(type), value: String(value), checked: checked === true, name: String(name) };
    });
    const toggles = before.type === 'radio' || before.type === 'checkbox';
    if (before.type === 'radio' && before.checked) continue;
    await builder.keyboard.press(toggles ? 'Space' : before.type === 'select-one' ? 'ArrowDown' : '5');
    // The changes that follow a key are rendered within two frames.
    const after = await control.evaluate(async (element) => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { value = element.innerHTML, checked } = Object(element);
      const hasFocus = document.activeElement === element;
      return { value: String(value), checked: checked === true, hasFocus };
    });
    const name = `${place}, control ${index + 1} (${before.type || 'formatted text'} ${before.name})`;
    if (!after.hasFocus) wrong.push(`${name} lost the focus`);
    const isDate = before.type === 'datetime-local';
    if (!isDate && after.value === before.value && after.checked === before.checked)
      wrong.push(`${name} ignored the key`);
  }
  return wrong;
}

const CONTROLS = 'input:not([type="hidden"]), textarea, select, .ProseMirror';
const ROW = '[class*="ArrayFieldItem_"]';

/** Types into all fields of the selected section, and of the last row of its lists. Adds a row to empty lists. */
async function typeIntoSection(builder: Page, place: string): Promise<string[]> {
  // Puck renders the fields twice, for wide and for narrow windows, and hides one of them.
  const fields = builder.locator('[class*="PuckFields_"]').filter({ visible: true });
  await fields.getByLabel('Disappears').waitFor();
  for (const add of await fields.getByRole('button', { name: /^Add to / }).all()) {
    const list = add.locator('xpath=ancestor::*[@data-field][1]');
    if ((await list.locator(ROW).count()) === 0) await add.click();
  }
  await builder.waitForFunction(noPlaceholders);
  const top = fields.locator(`:is(${CONTROLS}):not(${ROW} *)`);
  const wrong = await typeIntoEach(builder, top, place);
  const rows = fields.locator(`${ROW}:last-child`);
  for (let index = 0; index < (await rows.count()); index += 1) {
    const row = rows.nth(index);
    const controls = row.locator(CONTROLS);
    if ((await controls.count()) === 0) await row.locator('[class*="ArrayFieldItem-summary"]').click();
    await controls.first().waitFor();
    await builder.waitForFunction(noPlaceholders);
    wrong.push(...(await typeIntoEach(builder, controls, `${place}, list ${index + 1}`)));
  }
  return wrong;
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

it('types into every field of every block of a stored page', { timeout: LIMIT }, async () => {
  const wrong: string[] = [];
  for (const [at, placed] of storedPages().entries()) {
    await page?.close();
    const builder = await open(`/admin/pages/blocks-${at}`);
    for (const [index, { id }] of placed.entries()) {
      await sweep(builder, wrong, id, async () => {
        const back = builder.getByRole('button', { name: 'All sections' });
        if (await back.isVisible()) await back.press('Enter');
        const list = builder.getByRole('list', { name: 'Sections of this page' });
        await list.getByRole('button').nth(index).press('Enter');
        return typeIntoSection(builder, id);
      });
    }
  }
  expect(wrong).toEqual([]);
});

it('types into every field of every block in a new section', { timeout: LIMIT }, async () => {
  const builder = await open('/admin/pages/new-blocks');
  const wrong: string[] = [];
  for (const { id } of blocks) {
    await sweep(builder, wrong, id, async () => {
      await builder.getByLabel('Add a section').selectOption(id);
      await builder.getByRole('button', { name: 'Add', exact: true }).press('Enter');
      const found = await typeIntoSection(builder, `new ${id}`);
      await builder.getByRole('toolbar').getByRole('button', { name: 'Remove' }).press('Enter');
      return found;
    });
  }
  expect(wrong).toEqual([]);
});
