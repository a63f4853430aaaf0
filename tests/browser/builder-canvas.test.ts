import { expect, it } from 'vitest';
import { canvasOf, sectionsOf, visitBuilder } from './support/builder-visit.ts';
import { axeViolations } from './support/page-checks.ts';

const visit = visitBuilder((wordpress) => {
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'prose', key: 'text' },
        { block: 'cards', key: 'homes' },
        { block: 'split', key: 'side' },
      ]),
      text_title: 'About the house',
      text_content: '<p>Three <strong>bedrooms</strong>. <a href="/about">Ask us</a>.</p>',
      homes_title: 'Around it',
      homes_items: [{ title: 'A park', desc: '<p>It is near.</p>' }, { title: 'A school' }],
      side_title: 'The kitchen',
      side_desc: '<p>Call {phone}.</p>',
      side_points: 'Light\nQuiet',
      side_link: { url: '/sell', title: 'Sell', target: '' },
    },
  });
  wordpress.add('pages', {
    id: 8,
    slug: 'words',
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'top' },
        { block: 'prose', key: 'text' },
      ]),
      top_title: 'The top of this text',
      text_title: 'A text about the top',
    },
  });
});

const stored = () => Object(visit.wordpress.lists.pages.find(({ id }) => id === 7)?.['acf']);
it('opens the dialog of a link and of a link in a text by a click on it', async () => {
  const builder = await visit.open('open-house');
  const shown = canvasOf(builder);
  // Puck covers links, and passes a click on to the section.
  await shown.getByText('Sell', { exact: true }).click({ force: true });
  const dialog = builder.getByRole('dialog', { name: 'Change the link: Link' });
  await dialog.getByLabel('Leads to').fill('/buy');
  expect(await axeViolations(builder, { within: ['dialog'] })).toEqual([]);
  await dialog.getByRole('button', { name: 'Change the link' }).press('Enter');
  await expect.poll(() => shown.locator('[data-section="side"] a').first().getAttribute('href')).toBe('/buy');

  await shown.getByText('Ask us', { exact: true }).click({ force: true });
  const inText = builder.getByRole('dialog', { name: 'Change the link' });
  await inText.getByLabel('Leads to').fill('/contact');
  await inText.getByRole('button', { name: 'Change the link' }).press('Enter');
  await inText.waitFor({ state: 'detached' });
  await builder.keyboard.press('Control+Enter');
  await expect
    .poll(() => shown.locator('[data-section="text"] a').first().getAttribute('href'))
    .toBe('/contact');
});

it('types formatted text in place, with its toolbar, in a list row too', async () => {
  const builder = await visit.open('open-house');
  const shown = canvasOf(builder);
  const tools = builder.getByRole('toolbar', { name: 'Format: Text' });
  await shown.getByText('bedrooms', { exact: true }).dblclick();
  await shown.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  await builder.keyboard.press('Control+a');
  await builder.keyboard.type('Three rooms.');
  await builder.keyboard.press('Enter');
  await builder.keyboard.type('Large rooms');
  await builder.keyboard.press('Shift+Home');
  await tools.getByRole('button', { name: 'Bold' }).click();
  await tools.getByLabel('Style').selectOption('Heading 3');
  expect(await axeViolations(builder)).toEqual([]);
  await builder.keyboard.press('Control+Enter');
  await tools.waitFor({ state: 'detached' });
  await shown.getByRole('heading', { level: 3, name: 'Large rooms' }).waitFor();

  // Escape brings back what was there.
  await shown.getByText('Three rooms.', { exact: true }).dblclick();
  await tools.waitFor();
  await builder.keyboard.type('Lost');
  await builder.keyboard.press('Escape');
  await expect.poll(() => shown.getByText('Lost').count()).toBe(0);

  // Leaving the text keeps it, and the toolbar can be reached with the keyboard.
  await shown.getByText('It is near.').dblclick();
  const cell = builder.getByRole('toolbar', { name: /^Format: / });
  await cell.waitFor();
  await builder.keyboard.press('Control+a');
  await builder.keyboard.type('It is green.');
  await builder.keyboard.press('Alt+F10');
  await builder.keyboard.press('ArrowRight');
  await cell.getByRole('button', { name: 'Done' }).press('Enter');
  await shown.getByText('It is green.').waitFor();

  const undo = builder.getByRole('button', { name: 'undo' });
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await undo.press('Enter');
  await shown.getByText('It is near.', { exact: true }).waitFor();
  await builder.getByRole('button', { name: 'redo' }).press('Enter');
  await shown.getByText('It is green.').waitFor();
  await builder.getByRole('button', { name: 'Publish' }).click();
  await expect
    .poll(() => stored().text_content)
    .toBe('<p>Three rooms.</p><h3><strong>Large rooms</strong></h3>');
  expect(stored().homes_items[0].desc).toBe('<p>It is green.</p>');
});

it('types one line of several in place, and leads from other texts to the field', async () => {
  const builder = await visit.open('open-house');
  const shown = canvasOf(builder);
  await shown.getByText('Quiet', { exact: true }).dblclick();
  const line = shown.getByRole('textbox', { name: 'Points, one a line' });
  await line.pressSequentially('Calm');
  await line.press('Enter');
  const points = builder.getByRole('textbox', { name: 'Points, one a line' }).first();
  await expect.poll(() => points.inputValue()).toBe('Light\nCalm');
  // What the server filled in must not be stored.
  await shown.locator('[data-section="side"]').getByText(/^Call/).dblclick();
  await expect
    .poll(() =>
      builder.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
    )
    .toBe('desc');
});

it('moves, hides and removes several sections that are chosen in the outline, and goes back in the history', async () => {
  const builder = await visit.open('open-house');
  const list = builder.getByRole('list', { name: 'Sections of this page' });
  const row = (name: RegExp) => list.getByRole('button', { name });
  const tools = builder.getByRole('toolbar', { name: 'Selected sections' });
  // The outline has the headings of the sections, and the titles of their blocks.
  await row(/^Around it Cards$/).focus();
  await builder.keyboard.press('Shift+ArrowDown');
  await builder.getByRole('status').filter({ hasText: '2 selected' }).waitFor();
  await tools.getByRole('button', { name: 'Move up' }).press('Enter');
  await expect.poll(() => sectionsOf(builder)).toEqual(['homes', 'side', 'text']);
  await tools.getByRole('button', { name: 'Hide' }).press('Enter');
  await expect.poll(() => canvasOf(builder).getByText('Hidden', { exact: true }).count()).toBe(2);
  expect(await axeViolations(builder)).toEqual([]);
  // The two rows are one step.
  await builder.getByRole('button', { name: 'History' }).press('Enter');
  const steps = builder.getByRole('group', { name: 'History' });
  await steps.getByRole('button', { name: /^Hid 2 sections/ }).waitFor();
  // While it is open, it covers other buttons.
  expect(await axeViolations(builder, { within: ['[role="group"][aria-label="History"]'] })).toEqual([]);
  await steps.getByRole('button', { name: /^Opened the page/ }).press('Enter');
  await expect.poll(() => sectionsOf(builder)).toEqual(['text', 'homes', 'side']);

  await builder.getByRole('button', { name: 'Select none' }).press('Enter');
  // A row is dragged with the pointer.
  await row(/^The kitchen/).dragTo(row(/^About the house/), { targetPosition: { x: 20, y: 4 } });
  await expect.poll(() => sectionsOf(builder)).toEqual(['side', 'text', 'homes']);
  await row(/^The kitchen/).click({ modifiers: ['Control'] });
  await tools.getByRole('button', { name: 'Copy' }).press('Enter');
  await tools.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect.poll(() => sectionsOf(builder)).toEqual(['text', 'homes']);
});

it('drags a section on the canvas whose heading contains the ids of sections, and announces it by that', async () => {
  const builder = await visit.open('words');
  const first = canvasOf(builder).locator('[data-section]').first();
  await canvasOf(builder).locator('[data-section="text"]').waitFor();
  const announced = builder.locator('[id^="dnd-kit-announcement"]').first();
  await announced.waitFor({ state: 'attached' });
  const from = await first.boundingBox();
  if (!from) throw new Error('The first section is not shown.');
  const [x, y] = [from.x + from.width / 2, from.y + Math.min(from.height / 2, 60)];
  await builder.mouse.move(x, y);
  await builder.mouse.down();
  // A section is dragged once the pointer has moved for a moment.
  await expect
    .poll(
      async () => {
        await builder.mouse.move(x, y + 10);
        await builder.mouse.move(x, y);
        return announced.textContent();
      },
      { interval: 50 },
    )
    .toContain('Picked up Hero “The top of this text”');
  const below = await canvasOf(builder).locator('[data-section="text"]').boundingBox();
  if (!below) throw new Error('The text is not shown.');
  const end = below.y + below.height - 10;
  // After moves of more than 10 px, Puck can take the dragged section itself for the target.
  await builder.mouse.move(x, end, { steps: Math.ceil((end - y) / 5) });
  let aside = x;
  await expect
    .poll(
      async () => {
        // A move sideways leads away from the middle of the section, so the target does not change back.
        aside += 1;
        await builder.mouse.move(aside, end);
        return announced.textContent();
      },
      { interval: 200 },
    )
    .toContain('“A text about the top”');
  await builder.mouse.up();
  await expect.poll(() => sectionsOf(builder)).toEqual(['text', 'top']);
});

it('scrolls to the section that is chosen in the outline, and folds its panels in a narrow window', async () => {
  const builder = await visit.open('open-house');
  const top = () =>
    canvasOf(builder)
      .locator('[data-section="side"]')
      .evaluate((section) => section.getBoundingClientRect().top / innerHeight);
  await canvasOf(builder)
    .locator('[data-section="text"]')
    .evaluate((section) => section.ownerDocument.defaultView?.scrollTo(0, 0));
  expect(await top()).toBeGreaterThan(0.5);
  await builder.setViewportSize({ width: 1440, height: 500 });
  await builder.getByRole('button', { name: /^The kitchen/ }).press('Enter');
  await expect.poll(top).toBeLessThan(0.5);

  // Nothing covers or moves the button that publishes, whatever the width.
  const inputs = builder.getByRole('button', { name: 'Inputs of the section' });
  for (const width of [1440, 768, 390]) {
    await builder.setViewportSize({ width, height: 800 });
    const publish = await builder.getByRole('button', { name: 'Publish' }).boundingBox();
    expect(width - (publish?.x ?? 0) - (publish?.width ?? 0)).toBeLessThan(20);
    expect(publish?.y).toBeLessThan(20);
    if (width !== 768) continue;
    await expect.poll(() => inputs.getAttribute('aria-expanded')).toBe('false');
    // There is space for one panel beside the canvas.
    const left = builder.getByRole('button', { name: 'Blocks and outline' });
    for (const [opened, other] of [[left, inputs] as const, [inputs, left] as const]) {
      await opened.press('Enter');
      await expect.poll(() => opened.getAttribute('aria-expanded')).toBe('true');
      await expect.poll(() => other.getAttribute('aria-expanded')).toBe('false');
    }
  }
  expect(await axeViolations(builder)).toEqual([]);
});

it('starts typing in the selected section without a pointer', async () => {
  const builder = await visit.open('open-house');
  await builder.getByRole('button', { name: /^Around it/ }).press('Enter');
  const tools = builder.getByRole('toolbar', { name: 'This section' });
  await tools.getByRole('button', { name: 'Type on the page' }).press('Enter');
  const title = canvasOf(builder).getByRole('textbox', { name: 'Title' });
  await title.pressSequentially('Around the house');
  await title.press('Enter');
  await expect
    .poll(() => canvasOf(builder).getByRole('heading', { name: 'Around the house' }).count())
    .toBe(1);
});
