import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { closeContexts } from '../../browser/support/worker-browser.ts';
import { signInBrowser } from '../support/browser-editor.ts';
import { startWordPress, type TestWordPress } from '../support/start-wordpress.ts';
import { editPath } from '../support/wp-admin.ts';
import { installCustomFields } from './install-custom-fields.ts';

/* Shared sections and templates, whose fields are those of their own layout, in the form of ACF or SCF. */

/** WordPress and the test share a process. */
const POLL = { interval: 1_000 };
const entry = z.object({ id: z.number(), acf: z.looseObject({ page_layout: z.string() }) });

let wordpress: TestWordPress;
let context: BrowserContext;
let editor: Page;

beforeAll(async () => {
  wordpress = await startWordPress();
  await installCustomFields(wordpress);
  ({ context, page: editor } = await signInBrowser(wordpress.url, wordpress.editorAccount));
});
afterAll(async () => {
  await context?.close();
  await closeContexts();
  await wordpress?.remove();
});

const field = (name: string) => editor.locator(`.acf-field[data-name="${name}"]`);

/** Opens the edit screen, and the accordion that has this field. */
async function openField(id: number, name: string): Promise<void> {
  await editor.goto(wordpress.url + editPath(id));
  await field(name).waitFor({ state: 'attached' });
  const accordion = editor.locator('.acf-field-accordion').filter({ has: field(name) });
  if (!(await field(name).isVisible())) await accordion.locator('> .acf-accordion-title').click();
}

async function create(type: string, layout: object[], values: Record<string, unknown>): Promise<number> {
  const made = await wordpress.editor.post(`/wp/v2/${type}`, {
    title: 'Made by a test',
    status: 'publish',
    acf: { page_layout: JSON.stringify(layout), ...values },
  });
  return entry.parse(made).id;
}

const stored = async (type: string, id: number) =>
  entry.parse(await wordpress.editor.get(`/wp/v2/${type}/${id}?_fields=id,acf`)).acf;

test.each([
  ['lintel_section', 'prose', 'call'],
  ['lintel_template', 'hero', 'start'],
])(
  '%s stores values from REST and from its form, which has the fields of its layout only',
  async (type, block, key) => {
    const id = await create(type, [{ block, key }], { [`${key}_title`]: 'From REST' });
    expect(await stored(type, id)).toMatchObject({ [`${key}_title`]: 'From REST' });
    await openField(id, `${key}_title`);
    const input = field(`${key}_title`).locator('input');
    expect(await input.inputValue()).toBe('From REST');
    const names = await editor.locator('.acf-fields > .acf-field[data-name]').evaluateAll((all) =>
      all.map((each) =>
        // Fields of rows and groups are within another.
        each.parentElement?.closest('.acf-field') ? '' : (each.getAttribute('data-name') ?? ''),
      ),
    );
    expect(names.filter((name) => name !== '' && !name.startsWith(`${key}_`))).toEqual([]);
    await input.fill('From the form');
    await editor.click('#publish');
    await editor.locator('#message').waitFor();
    expect(await stored(type, id)).toMatchObject({ [`${key}_title`]: 'From the form' });
  },
);

test('a text that is too long is refused in their form, too', async () => {
  const id = await create('lintel_section', [{ block: 'prose', key: 'long' }], { long_title: 'Short' });
  await openField(id, 'long_title');
  await field('long_title').locator('input').fill('x'.repeat(1_001));
  await editor.click('#publish');
  const message = field('long_title').locator('.acf-error-message');
  await expect.poll(() => message.textContent(), POLL).toContain('1,001 characters long');
  expect(await stored('lintel_section', id)).toMatchObject({ long_title: 'Short' });
});
