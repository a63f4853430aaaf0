import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addSection } from './support/add-section.ts';
import { unsavedChanges, moreTool } from './support/builder-tools.ts';
import { canvasOf, visitBuilder } from './support/builder-visit.ts';
import { axeViolations } from './support/page-checks.ts';

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'faq', key: 'questions' },
      ]),
      hero_title: 'Come in on Sunday',
      questions_title: 'Asked often',
      questions_items: [{ question: 'Is there parking?', answer: '<p>Two places.</p>' }],
    },
  });
  const link = { title: 'Learn more', url: '/contact', target: '' };
  wordpress.add('pages', {
    id: 8,
    slug: 'same-texts',
    title: { rendered: 'Same texts', raw: 'Same texts' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'cards', key: 'homes' },
        { block: 'call-to-action', key: 'end' },
      ]),
      homes_title: 'A porch',
      // The server leaves out the empty row.
      homes_items: [{ title: '' }, { title: 'A porch', link }, { title: 'A porch', link }],
      end_title: 'A porch',
      end_link: link,
      end_more: [{ link }, { link }],
    },
  });
  wordpress.add('pages', {
    id: 9,
    slug: 'unfinished',
    title: { rendered: 'Unfinished', raw: 'Unfinished' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'testimonials', key: 'clients' },
      ]),
      hero_title: 'Come in',
      hero_desc: '<p>Open house on May 3, 2020, from 1 to 3 pm.</p>',
    },
  });
});

const sectionButton = (builder: Page, title: RegExp) =>
  builder.getByRole('list', { name: 'Sections of this page' }).getByRole('button', { name: title });
const headline = (builder: Page) => builder.getByRole('textbox', { name: 'Headline', exact: true });

it.each([
  { width: 360, colorScheme: 'light' as const },
  { width: 768, colorScheme: 'dark' as const },
  { width: 1440, colorScheme: 'light' as const },
  { width: 1440, colorScheme: 'dark' as const },
])('has no accessibility fault at $width px, $colorScheme', async (options) => {
  const builder = await visit.open('open-house', options);
  expect(await axeViolations(builder)).toEqual([]);
  if (options.width < 600) return;
  // In a narrow window, the side panels are folded at first.
  const inputs = builder.getByRole('button', { name: 'Inputs of the section' });
  if ((await inputs.getAttribute('aria-expanded')) === 'false') await inputs.press('Enter');
  await sectionButton(builder, /Questions/).press('Enter');
  await builder.getByRole('group', { name: 'Is there parking?' }).first().press('Enter');
  await builder.getByRole('textbox', { name: 'Answer' }).first().waitFor();
  // The menu of the text editor is complete.
  await builder.getByRole('button', { name: 'Link (Ctrl+K)' }).first().waitFor();
  expect(await axeViolations(builder)).toEqual([]);
});

it('names the frame, the zoom and the loading indicator from the first frame on', async () => {
  const builder = await visit.openScreen('/admin/pages');
  await builder.addInitScript(() => {
    const unnamed = new Set<string>();
    Object.assign(window, { unnamed });
    const look = () => {
      const faulty =
        'iframe:not([title]), [class*="zoomSelect"]:not([aria-label]), span[aria-label]:not([role])';
      for (const element of document.querySelectorAll(faulty)) unnamed.add(element.outerHTML.slice(0, 200));
      requestAnimationFrame(look);
    };
    look();
  });
  await builder.goto(`${visit.site.site.url}/admin/pages/open-house`);
  await canvasOf(builder).locator('[data-section] h1').waitFor();
  expect(await builder.evaluate(() => [...Object(window).unnamed])).toEqual([]);
});

it('asks before it discards changes, and brings them back', async () => {
  const builder = await visit.open('open-house');
  const title = (name: string) => canvasOf(builder).getByRole('heading', { level: 1, name });
  await sectionButton(builder, /Hero$/).press('Enter');
  await headline(builder).fill('Come in on Monday');
  await title('Come in on Monday').waitFor();
  const dialog = builder.getByRole('dialog', { name: 'Discard your changes?' });
  await (await moreTool(builder, 'Discard changes')).press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await title('Come in on Monday').waitFor();

  await (await moreTool(builder, 'Discard changes')).press('Enter');
  expect(await axeViolations(builder, { within: ['dialog[open]'] })).toEqual([]);
  await dialog.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await title('Come in on Sunday').waitFor();
  // It can be taken back at once, and after a reload.
  await builder.getByRole('button', { name: 'Undo the discarding' }).waitFor();
  // The browser removes the changes after it has set them aside.
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toBe(null);
  await builder.reload();
  await title('Come in on Sunday').waitFor();
  expect(await axeViolations(builder)).toEqual([]);
  await builder.getByRole('button', { name: 'Undo the discarding' }).press('Enter');
  await title('Come in on Monday').waitFor();
  await expect.poll(() => builder.getByRole('status').allInnerTexts()).toContain('Unsaved changes');
  expect(await builder.getByRole('button', { name: 'Undo the discarding' }).count()).toBe(0);
});

it('does not bring back a change that was undone before the page was closed', async () => {
  const builder = await visit.open('open-house');
  await sectionButton(builder, /Hero$/).press('Enter');
  await headline(builder).fill('Come in on Tuesday');
  const kept = () => unsavedChanges(builder, '/open-house');
  await expect.poll(kept).toContain('Come in on Tuesday');
  await headline(builder).fill('Come in on Sunday');
  await expect.poll(kept).toBe(null);
});

it('keeps all changes when it fails, and offers them after a reload', async () => {
  const builder = await visit.open('open-house');
  const title = (name: string) => canvasOf(builder).getByRole('heading', { level: 1, name });
  await sectionButton(builder, /Hero$/).press('Enter');
  await headline(builder).fill('Come in on Friday');
  await title('Come in on Friday').waitFor();
  // Fields fail when they appear, from the next change on. Fields that appear before it, such as a text editor that is
  // still loading, do not fail. Then the page itself chooses the next section: on a busy machine, the builder may stop
  // before, and no click of the test may come after the reload.
  await builder.evaluate(() =>
    addEventListener('input', () => {
      MutationObserver.prototype.observe = () => {
        throw new Error('A fault of this test.');
      };
      const buttons = () => [...document.querySelectorAll('button')];
      const click = (words: string) =>
        buttons()
          .find((each) => each.textContent.includes(words))
          ?.click();
      setInterval(() => ['All sections', 'Questions'].forEach(click), 200);
    }),
  );
  await headline(builder).press('End');
  await builder.keyboard.press('s');
  await builder.getByText('The page builder stopped').waitFor();
  // The message is shown before the browser has set the changes aside.
  await expect.poll(() => unsavedChanges(builder, '/open-house')).toBe(null);
  await builder.getByRole('button', { name: 'Reload' }).press('Enter');
  await title('Come in on Sunday').waitFor();
  await builder.getByText('The page builder stopped while you were editing').waitFor();
  await builder.getByRole('button', { name: 'Bring them back' }).press('Enter');
  await title('Come in on Fridays').waitFor();
  expect(await title('Come in on Sunday').count()).toBe(0);
  await visit.closeAfter([/A fault of this test\./]);
});

it('names lists without rows and examples in the hints and before it publishes, and leads to them', async () => {
  const builder = await visit.open('unfinished');
  const shown = canvasOf(builder);
  const focused = () =>
    builder.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field'));
  await addSection(builder, 'cards');
  await shown.locator('[data-section="cards"]').getByText('Example', { exact: true }).waitFor();
  await shown.getByRole('heading', { name: 'A clear plan' }).waitFor();

  const openHints = builder.getByRole('button', { name: /^Hints \([2-9]/ });
  await openHints.press('Enter');
  const hints = builder.getByRole('dialog', { name: 'Hints' });
  const title = hints.getByRole('heading', { name: 'Hints' });
  await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await hints.getByText(/^“Testimonials” has no rows/).waitFor();
  await hints.getByText(/^Nothing leads visitors to you/).waitFor();
  await hints.getByText(/^“May 3, 2020” has passed/).waitFor();
  await hints.getByRole('button', { name: /Still the example: all of it/ }).press('Enter');
  await expect.poll(focused).toBe('title');

  const publish = builder.getByRole('button', { name: 'Publish' });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press('Enter');
  const question = builder.getByRole('dialog', { name: 'Visitors will see an empty section' });
  await question.getByText('Cards (cards): all of it').waitFor();
  expect(await axeViolations(builder, { within: ['dialog[open]'] })).toEqual([]);
  await question.getByRole('button', { name: 'Show me' }).press('Enter');
  await expect.poll(focused).toBe('items');

  // A change ends the mark. Rows that nobody wrote are still named.
  await builder.getByRole('button', { name: 'All sections' }).press('Enter');
  await builder
    .getByRole('list', { name: 'Sections of this page' })
    .getByRole('button', { name: /Cards\s+Example/ })
    .press('Enter');
  await builder.getByRole('textbox', { name: 'Title', exact: true }).fill('What we promise');
  await shown.getByRole('heading', { name: 'What we promise' }).waitFor();
  await expect.poll(() => shown.getByText('Example', { exact: true }).count()).toBe(0);
  await publish.press('Enter');
  await question.getByRole('button', { name: 'Cards (cards): Cards 1, Cards 2, Cards 3' }).press('Enter');
  await expect.poll(focused).toBe('items[0].title');
  expect(visit.wordpress.lists.pages.find(({ id }) => id === 9)?.['acf']).not.toHaveProperty('cards_title');
});

it('opens the dialog of a link that is pressed slowly', async () => {
  const builder = await visit.open('same-texts');
  const link = canvasOf(builder).getByText('Learn more', { exact: true }).nth(1);
  const box = await link.boundingBox();
  if (!box) throw new Error('The link is not shown.');
  await builder.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await builder.mouse.down();
  // Puck drags a section from 200 ms on.
  await builder.waitForTimeout(600);
  await builder.mouse.up();
  const dialog = builder.getByRole('dialog', { name: /^Change the link/ });
  expect(await dialog.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe('Learn more');
});

it.each([
  ['the first press', 600, 0],
  ['the second press', 0, 600],
  ['both presses', 400, 400],
])('types into a text that is double-clicked slowly: %s', async (_, first, second) => {
  const builder = await visit.open('same-texts');
  const box = await canvasOf(builder)
    .getByRole('heading', { name: 'A porch', exact: true })
    .nth(2)
    .boundingBox();
  if (!box) throw new Error('The text is not shown.');
  await builder.mouse.move(box.x + 20, box.y + box.height / 2);
  for (const [index, held] of [first, second].entries()) {
    await builder.mouse.down({ clickCount: index + 1 });
    await builder.waitForTimeout(held);
    await builder.mouse.up({ clickCount: index + 1 });
  }
  const inPlace = canvasOf(builder).getByRole('textbox', { name: 'Title' });
  await inPlace.pressSequentially('A yard');
  await inPlace.press('Enter');
  const titles = canvasOf(builder).getByRole('heading', { name: 'A yard', exact: true });
  await expect.poll(() => titles.count()).toBe(1);
});

it('types into the field that was double-clicked, although others have the same text', async () => {
  const builder = await visit.open('same-texts');
  const shown = canvasOf(builder);
  const titles = shown.getByRole('heading', { name: 'A porch', exact: true });
  const links = shown.getByText('Learn more', { exact: true });
  await expect.poll(() => titles.count()).toBe(4);
  await titles.nth(2).dblclick();
  const inPlace = shown.getByRole('textbox', { name: 'Title' });
  await inPlace.pressSequentially('A yard');
  await inPlace.press('Enter');
  await shown.getByRole('heading', { name: 'A yard', exact: true }).waitFor();
  expect(await titles.count()).toBe(3);

  await expect.poll(() => links.count()).toBe(5);
  const dialog = builder.getByRole('dialog', { name: /^Change the link/ });
  // From the last one, because a link with another text is no longer counted.
  for (const index of [4, 3, 2, 1, 0]) {
    // Puck covers links, and passes a click on to the section.
    await links.nth(index).click({ force: true });
    await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(`Number ${index}`);
    await dialog.getByRole('button', { name: 'Change the link' }).press('Enter');
    await shown.getByText(`Number ${index}`, { exact: true }).waitFor();
  }
  await builder.getByRole('button', { name: 'Publish' }).click();
  const acf = () => Object(visit.wordpress.lists.pages.find(({ id }) => id === 8)?.['acf']);
  await expect.poll(() => acf().homes_items[2].title).toBe('A yard');
  expect(acf().homes_items[1].title).toBe('A porch');
  const { homes_items: items, end_link: end, end_more: more } = acf();
  expect([items[1], items[2], { link: end }, ...more].map(({ link }) => link.title)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `Number ${index}`),
  );
  expect(JSON.stringify(acf())).not.toContain('qzvxjkwq');
});
