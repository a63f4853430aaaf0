import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD } from '../server/sign-in.ts';
import { xssPayloads } from '../server/xss-payloads.ts';
import { drawnPng } from '../wordpress/support/drawn-png.ts';
import { moreTool, showBlocks, unsavedChanges } from './support/builder-tools.ts';
import { canvasOf, chooseSection, sectionsOf, visitBuilder } from './support/builder-visit.ts';
import { axeViolations } from './support/page-checks.ts';

/** A whole user agent, because the server takes a short one for a robot. */
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const LAYOUT = [
  { block: 'hero', key: 'hero' },
  { block: 'prose', key: 'text' },
  { block: 'faq', key: 'questions', hidden: true },
];

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify(LAYOUT),
      hero_title: 'Come in on Sunday',
      text_title: 'About the house',
      text_content: '<p>Three bedrooms.</p>',
      questions_items: [
        { question: 'Is there parking?', answer: '<p>Two places. Perfect for families.</p>' },
      ],
      questions_title: 'Asked often',
    },
  });
  const all = xssPayloads.join(' ');
  /** A quarter of them, because a title with all would be too long. */
  const quarter = (at: number) => xssPayloads.filter((_, index) => index % 4 === at).join(' ');
  wordpress.add('pages', {
    id: 8,
    slug: 'attacked',
    title: { rendered: 'Attacked', raw: 'Attacked' },
    acf: {
      page_layout: JSON.stringify([
        ...LAYOUT,
        { block: 'ticker', key: 'news' },
        { block: 'split', key: 'side' },
      ]),
      hero_title: quarter(0),
      text_title: quarter(1),
      text_content: all,
      questions_items: xssPayloads.map((payload) => ({ question: payload, answer: payload })),
      side_title: quarter(2),
      side_text: all,
      side_link: { url: 'javascript:lintelXss()', title: xssPayloads.slice(0, 5).join(' '), target: '' },
      side_image: 'javascript:lintelXss()',
      questions_title: quarter(3),
    },
  });
  for (let id = 1; id <= 25; id += 1) {
    wordpress.add('media', { id, alt_text: `Picture ${id}`, media_details: { width: 640, height: 480 } });
  }
});

const stored = () => Object(visit.wordpress.lists.pages.find(({ id }) => id === 7)?.['acf']);
const visitor = async () => (await fetch(`${visit.site.site.url}/open-house`)).text();

/** Presses Enter on a button as soon as it is enabled. */
async function pressEnabled(builder: Page, name: string): Promise<void> {
  const button = builder.getByRole('button', { name });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
}

it('opens a page from the list, and reorders, types, undoes and publishes it with the keyboard', async () => {
  const list = await visit.openScreen('/admin/pages', { width: 1280 });
  await list.getByRole('searchbox', { name: 'Search' }).fill('open h');
  await expect.poll(() => list.getByRole('row').count()).toBe(2);
  await list.getByRole('link', { name: 'Open house' }).click();
  await canvasOf(list).getByRole('heading', { level: 1, name: 'Come in on Sunday' }).waitFor();
  expect(await sectionsOf(list)).toEqual(['hero', 'text', 'questions']);

  await chooseSection(list, /Text$/);
  await list.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(() => sectionsOf(list)).toEqual(['text', 'hero', 'questions']);
  await canvasOf(list).getByRole('heading', { level: 1, name: 'About the house' }).waitFor();
  await pressEnabled(list, 'undo');
  await expect.poll(() => sectionsOf(list)).toEqual(['hero', 'text', 'questions']);
  await pressEnabled(list, 'redo');
  await expect.poll(() => sectionsOf(list)).toEqual(['text', 'hero', 'questions']);
  // An undo immediately after a change reverts only that change, which can then be redone.
  for (const undo of ['key', 'button'] as const) {
    await chooseSection(list, /Text$/);
    await list.getByRole('button', { name: 'Move down' }).evaluate((button, how) => {
      if (button instanceof HTMLElement) button.click();
      const press = (type: string, code: string, ctrlKey: boolean) =>
        document.body.dispatchEvent(new KeyboardEvent(type, { code, ctrlKey, bubbles: true }));
      if (how === 'button') return document.querySelector<HTMLElement>('[aria-label=Undo]')?.click();
      press('keydown', 'ControlLeft', true);
      press('keydown', 'KeyZ', true);
      press('keyup', 'KeyZ', true);
      press('keyup', 'ControlLeft', false);
    }, undo);
    await expect.poll(() => list.getByRole('button', { name: 'redo' }).isEnabled()).toBe(true);
    await expect.poll(() => sectionsOf(list)).toEqual(['text', 'hero', 'questions']);
    await pressEnabled(list, 'redo');
    await expect.poll(() => sectionsOf(list)).toEqual(['hero', 'text', 'questions']);
    await pressEnabled(list, 'undo');
    await expect.poll(() => sectionsOf(list)).toEqual(['text', 'hero', 'questions']);
  }

  await chooseSection(list, /Hero$/);
  const headline = list.getByRole('textbox', { name: 'Headline', exact: true });
  await headline.fill('');
  await list.getByRole('alert').filter({ hasText: 'Fill it in' }).first().waitFor();
  const publish = list.getByRole('button', { name: 'Publish' });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press('Enter');
  const question = list.getByRole('dialog', { name: 'Visitors will not see every section' });
  await question.getByText(/^Hero/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await question.waitFor({ state: 'hidden' });
  await headline.fill('Come in on Sunday');
  await chooseSection(list, /Text$/);
  await list.getByRole('textbox', { name: 'Title', exact: true }).fill('About <script>this</script> house');
  await canvasOf(list).getByText('About <script>this</script> house').waitFor();
  await expect.poll(() => list.getByRole('status').allInnerTexts()).toContain('Unsaved changes');
  expect(stored().text_title).toBe('About the house');

  await list.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect.poll(() => list.getByRole('status').allInnerTexts()).toContain('Live on the site');
  expect(JSON.parse(stored().page_layout).map(({ key }: { key: string }) => key)).toEqual([
    'text',
    'hero',
    'questions',
  ]);
  expect(stored()).toMatchObject({
    text_title: 'About <script>this</script> house',
    hero_title: 'Come in on Sunday',
  });
  const html = await visitor();
  expect(html.indexOf('About &lt;script&gt;')).toBeGreaterThan(0);
  expect(html.indexOf('About &lt;script&gt;', html.indexOf('<main'))).toBeLessThan(
    html.lastIndexOf('Come in on Sunday'),
  );
  expect(html).not.toContain('Asked often');
});

it('adds, duplicates, hides and removes sections with the keyboard', async () => {
  const builder = await visit.open('open-house');
  const before = await sectionsOf(builder);
  await showBlocks(builder);
  const choices = builder.getByRole('button', { description: /Enter adds it/ });
  const focused = () => builder.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(() => choices.count()).toBeGreaterThan(30);
  expect(await axeViolations(builder)).toEqual([]);
  const search = builder.getByRole('searchbox', { name: 'Add a section' });
  await search.fill('zebra');
  await builder.getByText('Nothing matches. Try another word.').waitFor();
  await search.fill('reviews');
  await expect.poll(() => choices.first().innerText()).toContain('Testimonials');
  await search.fill('CTA');
  await expect.poll(() => choices.first().innerText()).toContain('Call to action');
  await search.press('ArrowDown');
  await expect.poll(focused).toContain('Call to action');
  await builder.keyboard.press('ArrowDown');
  await expect.poll(focused).not.toContain('Call to action');
  await builder.keyboard.press('Home');
  await builder.keyboard.press('Enter');
  await builder.getByText('Call to action is added.').waitFor();
  await expect.poll(() => sectionsOf(builder)).toEqual([...before, 'call_to_action']);
  await canvasOf(builder).getByRole('heading', { name: 'Let’s talk about your plans' }).waitFor();
  const publish = builder.getByRole('button', { name: 'Publish' });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press('Enter');
  const question = builder.getByRole('dialog', { name: 'Visitors will see example text' });
  await question.getByText('Call to action (call_to_action): all of it', { exact: true }).waitFor();
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await question.waitFor({ state: 'hidden' });
  await builder
    .getByRole('toolbar', { name: 'This section' })
    .getByRole('button', { name: 'Duplicate' })
    .press('Enter');
  await expect.poll(() => sectionsOf(builder)).toEqual([...before, 'call_to_action', 'call_to_action2']);
  await builder
    .getByRole('toolbar', { name: 'This section' })
    .getByRole('button', { name: 'Hide' })
    .press('Enter');
  await expect.poll(() => canvasOf(builder).getByText('Hidden', { exact: true }).count()).toBe(2);
  await builder
    .getByRole('toolbar', { name: 'This section' })
    .getByRole('button', { name: 'Remove' })
    .press('Enter');
  await expect.poll(() => sectionsOf(builder).then((all) => all.length)).toBe(before.length + 1);
});

it('shows both versions after a conflict, and keeps the chosen one of each section', async () => {
  const builder = await visit.open('open-house');
  await chooseSection(builder, /Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill('By me');
  await canvasOf(builder).getByText('By me').waitFor();
  visit.wordpress.edit('pages', 7, {
    modified_gmt: visit.wordpress.stamp(-60_000),
    acf: { ...stored(), hero_title: 'By a colleague', text_title: 'Also by a colleague' },
  });
  await builder.getByRole('button', { name: 'Publish' }).click();
  const dialog = builder.getByRole('dialog', { name: 'Somebody else saved this page' });
  await dialog.getByRole('group', { name: /Hero/ }).getByText('Theirs: changed').waitFor();
  await dialog.getByText('Headline: “By a colleague”').waitFor();
  // Keys that are pressed in a dialog do not reach the editor behind it.
  await dialog.getByRole('radio').first().press('Control+z');
  expect(await builder.locator('button[aria-label="Undo"]').isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Use these versions' }).click();
  await canvasOf(builder).getByText('Also by a colleague').waitFor();
  await canvasOf(builder).getByText('By me').waitFor();
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => stored().hero_title).toBe('By me');
  expect(stored().text_title).toBe('Also by a colleague');
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Live on the site');
  // Puck warns that `setData` renders all sections again, but a merge requires that.
  await visit.closeAfter([/save 409$/, /`setData` is expensive/]);
});

it('keeps unsaved changes when WordPress is down, tries again, and keeps them after the tab was closed', async () => {
  const builder = await visit.open('open-house');
  // Only the buttons end the wait for the next try, which otherwise could come between two steps of this test.
  await builder.evaluate(() => {
    const wait = window.setTimeout.bind(window);
    const longer = (run: TimerHandler, ms = 0) => wait(run, ms >= 2_000 ? 3_600_000 : ms);
    Object.assign(window, { setTimeout: longer });
  });
  await chooseSection(builder, /Hero$/);
  const headline = builder.getByRole('textbox', { name: 'Headline', exact: true });
  await headline.fill('Saved later');
  await canvasOf(builder).getByText('Saved later').waitFor();
  visit.wordpress.misbehaviour = 'down';
  await builder.getByRole('button', { name: 'Publish' }).click();
  const waiting = builder.getByRole('alert').filter({ hasText: 'Not saved yet' });
  await waiting.filter({ hasText: 'The next try is in' }).waitFor();
  const last = await builder
    .getByRole('button', { name: 'Saving…' })
    .or(builder.getByRole('button', { name: 'Publish' }))
    .boundingBox();
  expect(Number(last?.x) + Number(last?.width)).toBeLessThan(1440);
  expect(await builder.getByRole('status').allInnerTexts()).not.toContain('Live on the site');
  visit.wordpress.misbehaviour = null;
  await builder.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Live on the site');
  expect(stored().hero_title).toBe('Saved later');

  await headline.fill('Not lost');
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toContain('Not lost');
  visit.wordpress.misbehaviour = 'down';
  await builder.getByRole('button', { name: 'Publish' }).click();
  await waiting.waitFor();
  await builder.getByRole('button', { name: 'Stop trying' }).click();
  await builder.getByRole('alert').filter({ hasText: 'Not saved:' }).waitFor();
  visit.wordpress.misbehaviour = null;
  builder.on('dialog', (dialog) => void dialog.accept());
  await builder.reload();
  await canvasOf(builder).getByText('Not lost').waitFor();
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => stored().hero_title).toBe('Not lost');
  await visit.closeAfter([/save 503$/]);
});

it('compares kept changes with what somebody else has stored since', async () => {
  const builder = await visit.open('open-house');
  await chooseSection(builder, /Hero$/);
  await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill('Kept by me');
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toContain('Kept by me');
  visit.wordpress.edit('pages', 7, { acf: { ...stored(), text_title: 'Stored by a colleague' } });
  builder.on('dialog', (dialog) => void dialog.accept());
  // On a phone, the header with its buttons is a closed menu.
  await builder.setViewportSize({ width: 360, height: 780 });
  await builder.reload();
  const dialog = builder.getByRole('dialog', { name: 'Somebody else saved this page' });
  await dialog.getByRole('button', { name: 'Use these versions' }).click();
  await canvasOf(builder).getByText('Stored by a colleague').waitFor();
  await builder.setViewportSize({ width: 1440, height: 900 });
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => stored().hero_title).toBe('Kept by me');
  expect(stored().text_title).toBe('Stored by a colleague');
  await visit.closeAfter([/`setData` is expensive/]);
});

it('says that the page is open in another tab, and goes on after the session ended', async () => {
  const builder = await visit.open('open-house');
  const opening = builder.waitForEvent('popup');
  await builder.evaluate(() => void window.open(location.href));
  const second = await opening;
  const notice = second.getByRole('alert').filter({ hasText: 'open in another tab' });
  await notice.waitFor();
  expect(await builder.getByText('open in another tab').count()).toBe(0);
  await chooseSection(builder, /Hero$/);
  const headline = builder.getByRole('textbox', { name: 'Headline', exact: true });
  await headline.fill('Before the end');
  await canvasOf(builder).getByText('Before the end').waitFor();
  await builder.context().clearCookies();
  await builder.getByRole('button', { name: 'Publish' }).click();
  const dialog = builder.getByRole('dialog', { name: 'Your session is over' });
  await dialog.getByText('What you typed is still here').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Live on the site');
  expect(stored().hero_title).toBe('Before the end');

  await builder.goto(`${visit.site.site.url}/admin/pages`);
  await notice.waitFor({ state: 'detached' });
  await visit.closeAfter([/ 401$/]);
});

it('shows a section of a block that no longer exists, and runs nothing that was typed', async () => {
  const builder = await visit.open('attacked');
  const ran = () => builder.evaluate(() => 'lintelRan' in window);
  await builder.evaluate(() =>
    Object.assign(window, { lintelXss: () => Object.assign(window, { lintelRan: 1 }) }),
  );
  await canvasOf(builder).getByText('The site has no block called “ticker” any more').waitFor();
  for (const title of [/Text$/, /Questions/, /Hero$/]) await chooseSection(builder, title);
  for (const payload of ['<img src=x onerror=parent.lintelXss()>', 'javascript:lintelXss()']) {
    await builder.getByRole('textbox', { name: 'Headline', exact: true }).fill(payload);
    await canvasOf(builder).getByRole('heading', { name: payload, exact: true }).waitFor();
  }
  const dangerous = await canvasOf(builder)
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(
            ({ name, value }) => name.startsWith('on') || /^\s*(javascript|vbscript|data:text)/i.test(value),
          )
          .map(({ name, value }) => `${element.localName} ${name}=${value}`),
      ),
    );
  expect(dangerous).toEqual([]);
  expect(await ran()).toBe(false);
  // A payload may leave a picture whose file does not exist, which is harmless.
  await visit.closeAfter([/\/[xy](\.png|\/onerror=lintelXss\(\))? 404$/]);
});

it('uploads a picture, keeps the file of a failed upload, asks for alternative text, and shows its focal point', async () => {
  const builder = await visit.open('open-house');
  await builder.route('**/media/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(drawnPng(64, 48)) }),
  );
  await chooseSection(builder, /Hero$/);
  const field = builder.getByRole('group', { name: 'Picture', exact: true });
  const dialog = builder.getByRole('dialog');
  await field.getByRole('button', { name: 'Choose a picture' }).first().press('Enter');
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Pictures' }).getByRole('button').count())
    .toBe(24);
  await dialog.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect
    .poll(() => dialog.getByRole('list', { name: 'Pictures' }).getByRole('button').count())
    .toBe(25);
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);

  const file = dialog.getByLabel('Picture to upload');
  const bytes = Buffer.from(drawnPng(64, 48));
  await file.setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: bytes });
  await dialog.getByRole('alert').filter({ hasText: 'can contain scripts' }).waitFor();
  visit.wordpress.misbehaviour = 'down';
  await file.setInputFiles({ name: 'porch.png', mimeType: 'image/png', buffer: bytes });
  await dialog.getByText('porch.png was not uploaded').waitFor();
  visit.wordpress.misbehaviour = null;
  await dialog.getByRole('button', { name: 'Try again' }).press('Enter');
  const use = dialog.getByRole('button', { name: 'Use this picture' });
  await use.press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'say that it is decorative' }).waitFor();
  await dialog.getByLabel('Alternative text').fill('A porch');
  await dialog.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowLeft');
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  await use.press('Enter');
  await canvasOf(builder).getByRole('img', { name: 'A porch' }).waitFor();
  await field.getByText('A porch').waitFor();
  expect(visit.media.uploads.map(({ name }) => name)).toEqual(['porch.png']);
  expect(visit.wordpress.lists.media.at(-1)).toMatchObject({
    alt_text: 'A porch',
    meta: { focal_point: { x: 0.4, y: 0.5 } },
  });
  await visit.closeAfter([/pictures\?name=porch.png 503$/]);
});

it('types a line in place on the canvas, leads from other texts and from a hint to the field, and names every control', async () => {
  const builder = await visit.open('open-house');
  const line = (name: string) => canvasOf(builder).getByRole('heading', { name, exact: true });
  const inPlace = canvasOf(builder).getByRole('textbox', { name: 'Headline' });
  const field = builder.getByRole('textbox', { name: 'Headline', exact: true }).first();
  const before = String(stored().hero_title);
  await line(before).dblclick();
  const state = builder
    .getByRole('status')
    .filter({ hasText: /^(Unsaved changes|Published|Live on the site)$/ });
  await state.filter({ hasText: 'Published' }).waitFor();
  await inPlace.pressSequentially('Taken back');
  // Text that is still being typed already counts as an unsaved change.
  await state.filter({ hasText: 'Unsaved changes' }).waitFor();
  const asked = builder.waitForEvent('dialog');
  await builder.evaluate(() => void setTimeout(() => location.reload()));
  await (await asked).dismiss();
  await inPlace.press('Escape');
  await state.filter({ hasText: 'Published' }).waitFor();
  await line(before).dblclick();
  await inPlace.pressSequentially('Typed  in place');
  await inPlace.press('Enter');
  await line('Typed in place').waitFor();
  await expect.poll(() => field.inputValue()).toBe('Typed in place');
  const undo = builder.getByRole('button', { name: 'undo' });
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await undo.press('Enter');
  await line(before).waitFor();
  await expect.poll(() => undo.isEnabled()).toBe(false);
  await line(before).dblclick();
  await inPlace.pressSequentially('Published while it is typed');
  const publish = builder.getByRole('button', { name: 'Publish' });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.click();
  await expect.poll(() => stored().hero_title).toBe('Published while it is typed');
  await state.filter({ hasText: 'Live on the site' }).waitFor();
  const focused = () =>
    builder.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
  // Formatted text that is not stored as it is shown is edited in its field.
  await chooseSection(builder, /Text$/);
  await builder.getByRole('textbox', { name: 'Text', exact: true }).first().waitFor();
  expect(await axeViolations(builder)).toEqual([]);
  await chooseSection(builder, /Questions/);
  const row = builder.getByRole('group', { name: 'Is there parking?' }).first();
  const question = builder.getByRole('textbox', { name: 'Question', exact: true }).first();
  await row.press('Enter');
  await question.waitFor();
  await builder.getByRole('button', { name: 'Add to Questions' }).first().waitFor();
  expect(await axeViolations(builder)).toEqual([]);
  await row.press('Enter');
  await question.waitFor({ state: 'detached' });

  await builder.getByRole('button', { name: /^Hints \([1-9]/ }).press('Enter');
  const dialog = builder.getByRole('dialog', { name: 'Hints' });
  await dialog.getByText('As a search result').waitFor();
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: /Questions 1: Answer.*Perfect for families/ }).press('Enter');
  await expect.poll(focused).toBe('items[0].answer');
});

it('leads from the header and the footer to the forms in which they are edited, in another tab', async () => {
  const builder = await visit.open('open-house');
  const opens = async (act: () => Promise<unknown>) => {
    const [tab] = await Promise.all([builder.context().waitForEvent('page'), act()]);
    await tab.waitForURL(/\/admin\/settings/);
    const { pathname } = new URL(tab.url());
    await tab.close();
    return pathname;
  };
  const frame = canvasOf(builder);
  // They are not operable themselves, so a click hits what is around them.
  const click = (selector: string) => frame.locator(selector).first().click({ force: true });
  expect(await opens(() => click('header nav a'))).toBe('/admin/settings/menus');
  expect(await opens(() => click('footer a[href^="tel:"]'))).toBe('/admin/settings/site');
  const link = frame.getByRole('link', { name: 'Edit name and contact details' }).first();
  expect(await opens(() => link.press('Enter'))).toBe('/admin/settings/site');
});

it('adds, refuses, changes and removes a link in formatted text, with the keyboard', async () => {
  const acf = { ...stored(), text_content: '<p>Ask <a href="/about">us</a> first.</p>' };
  visit.wordpress.edit('pages', 7, { modified_gmt: visit.wordpress.stamp(300_000), acf });
  const builder = await visit.open('open-house');
  await chooseSection(builder, /Text$/);
  const text = builder
    .getByRole('textbox', { name: 'Text', exact: true })
    .and(builder.locator('.ProseMirror'));
  const isFocused = async () =>
    await expect.poll(() => text.evaluate((each) => each === document.activeElement)).toBe(true);
  const button = builder.getByRole('button', { name: 'Link (Ctrl+K)' }).nth(1);
  await button.waitFor();
  await text.click();
  await isFocused();
  const adding = builder.getByRole('dialog', { name: 'Add a link' });
  const changing = builder.getByRole('dialog', { name: 'Change the link' });

  // Adds a link at the end of the text. Text that is typed after the link does not become part of it.
  await text.press('End');
  await text.press('Control+k');
  await adding.getByLabel('Leads to').fill(' javascript:alert(1)');
  await adding.getByRole('textbox', { name: /^Text/ }).fill('Read on');
  await adding.getByRole('textbox', { name: /^Text/ }).press('Enter');
  await adding.getByRole('alert').filter({ hasText: '“javascript:alert(1)” cannot be linked to' }).waitFor();
  await adding.getByLabel('Leads to').fill('www.example.com');
  await adding.getByLabel('Leads to').press('Enter');
  await adding.getByRole('alert').filter({ hasText: 'has no beginning' }).waitFor();
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  const pages = await adding
    .locator('option')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value')));
  expect(pages).toContain('/contact');
  await adding.getByLabel('Leads to').fill('/contact');
  await adding.getByLabel('Leads to').press('Enter');
  await text.getByRole('link', { name: 'Read on' }).waitFor();
  await isFocused();
  await builder.keyboard.type('!');
  // Puck sets the caret when it receives a change of its own late, on a slow machine.
  await canvasOf(builder).getByText('Read on!').waitFor();

  // Changing a link keeps its text. Escape changes nothing.
  const moveIntoLink = async () => {
    await text.press('Home');
    for (let step = 0; step < 5; step += 1) await text.press('ArrowRight');
    return button.getAttribute('class');
  };
  // The editor notices the new position of the cursor only after a moment.
  await expect.poll(moveIntoLink, { interval: 500 }).toMatch(/--active/);
  await text.press('Control+k');
  expect(await changing.getByLabel('Leads to').inputValue()).toBe('/about');
  await changing.getByLabel('Leads to').fill('/nowhere');
  await changing.getByLabel('Leads to').press('Escape');
  await changing.waitFor({ state: 'detached' });
  await isFocused();
  await button.click();
  await changing.getByLabel('Leads to').fill('https://example.com/');
  await changing.getByLabel('Opens in a new tab').check();
  await changing.getByRole('button', { name: 'Change the link' }).press('Enter');
  await isFocused();
  await canvasOf(builder).locator('a[href="https://example.com/"]').waitFor();
  await builder.getByRole('button', { name: 'Publish' }).click();
  const changed =
    '<p>Ask <a target="_blank" href="https://example.com/">us</a> first.<a href="/contact">Read on</a>!</p>';
  await expect.poll(() => stored().text_content).toBe(changed);
  const link = async () => /<a [^>]*>us(?=<)/.exec(await visitor())?.[0];
  await expect.poll(link).toBe('<a rel="noopener" href="https://example.com/" target="_blank">us');
  expect((await visitor()).includes('first.<a href="/contact">Read on</a>!</p>')).toBe(true);

  await text.press('Control+a');
  await text.press('Control+k');
  await changing.getByRole('button', { name: 'Remove the link' }).press('Enter');
  await expect.poll(() => text.getByRole('link').count()).toBe(0);
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => stored().text_content).toBe('<p>Ask us first.Read on!</p>');
});

it('adds a variant, edits it without changing the original, starts the test, and ends it by choosing a layout', async () => {
  const acf = { ...stored(), text_title: 'In the original only' };
  visit.wordpress.edit('pages', 7, { modified_gmt: visit.wordpress.stamp(600_000), acf });
  const builder = await visit.open('open-house');
  const before = await sectionsOf(builder);
  const shown = canvasOf(builder).locator('[data-section]').first();
  const variants = builder.getByRole('dialog', { name: 'Variants of this page' });
  const press = async (name: string) => {
    await (await moreTool(builder, /^Variants/)).click();
    await variants.getByRole('button', { name, exact: true }).click();
  };
  await (await moreTool(builder, /^Variants$/)).click();
  await variants.getByLabel('Name of a new variant').fill('Short');
  expect(await axeViolations(builder, { rules: ['label'] })).toEqual([]);
  await variants.getByRole('button', { name: 'Add a copy of “Original”' }).click();
  await builder.waitForURL(/\?variant=Short$/);
  await shown.waitFor();
  const layout = builder.getByRole('combobox', { name: 'Layout' });
  await moreTool(builder, /^Variants/);
  expect(await layout.inputValue()).toBe('Short');
  expect(await sectionsOf(builder)).toEqual(before);

  await chooseSection(builder, /Text$/);
  await builder
    .getByRole('toolbar', { name: 'This section' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect.poll(() => sectionsOf(builder)).not.toContain('text');
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Live on the site');
  const [variant] = JSON.parse(stored().layout_variants).variants;
  expect(variant.layout.map(({ key }: { key: string }) => key)).not.toContain('text');
  expect(stored().page_layout).toContain('"key":"text"');

  await press('Start');
  await expect.poll(async () => (await moreTool(builder, 'Variants (running)')).count()).toBe(1);
  const visitorOf = async (name: string) => {
    const headers = { 'User-Agent': IPHONE, Cookie: `layout_variants=7:${name}` };
    return (await fetch(`${visit.site.site.url}/open-house`, { headers })).text();
  };
  await expect.poll(() => visitorOf('Short')).not.toContain('In the original only');
  expect(await visitorOf('Original')).toContain('In the original only');

  await layout.selectOption('Original');
  await builder.waitForURL(/open-house$/);
  await shown.waitFor();
  expect(await sectionsOf(builder)).toEqual(before);
  await press('Keep Short');
  await builder
    .getByRole('dialog', { name: 'Keep “Short”?' })
    .getByRole('button', { name: 'Keep this one' })
    .click();
  await expect.poll(() => stored().layout_variants).toBe('');
  await expect.poll(() => stored().page_layout).not.toContain('"key":"text"');
});
