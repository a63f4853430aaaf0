import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { drawnPng } from './support/drawn-png.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openEditScreen, saveOpenSections, saveSections } from './support/wp-admin.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let session: Record<string, string>;
let home: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
  session = await wordpress.signInEditor();
  home = await pageId(wordpress.editor, 'home');
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const BOX = '#lintel-sections';
const name = (...path: string[]) => `lintel[sections]${path.map((part) => `[${part}]`).join('')}`;
const edit = (page: number) => openEditScreen(wordpress.url, session, page);
const save = (page: number, changes: Readonly<Record<string, string | null>>) =>
  saveSections(wordpress.url, session, page, changes);

async function acfOf(page: number): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.record(z.string(), z.unknown()) }).parse(answer).acf;
}

const errorsOf = async (page: number) =>
  [...(await edit(page)).document.querySelectorAll(`${BOX} .lintel-error:not([hidden])`)].map((line) =>
    line.textContent.trim(),
  );

describe('the edit screen', () => {
  test('shows every section of the page in its order, with its values', async () => {
    const screen = await edit(home);
    const titles = [...screen.document.querySelectorAll(`${BOX} .lintel-toggle`)].map((line) =>
      line.textContent.trim(),
    );
    expect(titles.slice(0, 2)).toEqual([
      'Hero Find Your Front Door in Des Moines',
      expect.stringMatching(/^Proof \S/),
    ]);
    expect(titles.at(-1)).toMatch(/^Search and sharing/);
    expect(titles).toContain('Layout');
    expect(titles).toContainEqual(expect.stringMatching(/^Market report form \S/));
    expect(screen.form(BOX).get(name('hero_title'))).toBe('Find Your Front Door in Des Moines');
    expect(screen.form(BOX).get(name('hero_more', '0', 'link', 'url'))).toBeTruthy();
  });

  test('says that visitors do not see the text of such a page', async () => {
    expect((await edit(home)).document.documentElement.innerHTML).toContain(
      'Visitors do not see the text of this page.',
    );
    const plain = await createPage(wordpress.editor, { slug: 'plain', title: 'Plain' });
    expect((await edit(plain)).document.documentElement.innerHTML).not.toContain(
      'Visitors do not see the text',
    );
  });

  test('saving it unchanged changes nothing', async () => {
    const before = await acfOf(home);
    await save(home, {});
    expect(await acfOf(home)).toEqual(before);
    expect(await errorsOf(home)).toEqual([]);
  });
});

describe('what an editor types', () => {
  test('is in REST and on the page, like a value sent to REST', async () => {
    await save(home, {
      [name('hero_title')]: 'Come home to “Iowa” & rest',
      [name('cta_button_link', 'url')]: '/sell',
      [name('cta_button_link', 'title')]: 'Sell',
      [name('services_tone')]: 'deep',
      [name('faq_items', '0', 'question')]: 'Is it far?',
      [name('faq_items', 'new', 'question')]: 'Is it near?',
      [name('faq_items', 'new', 'answer')]: '<p>Very.</p>',
    });
    const acf = await acfOf(home);
    expect(acf).toMatchObject({
      hero_title: 'Come home to “Iowa” & rest',
      cta_button_link: { url: '/sell', title: 'Sell', target: '' },
      services_tone: 'deep',
    });
    const questions = z.array(z.looseObject({ question: z.string() })).parse(acf.faq_items);
    expect(questions[0]?.question).toBe('Is it far?');
    expect(questions.at(-1)).toEqual({ question: 'Is it near?', answer: '<p>Very.</p>' });
    const { html } = await site.page('/');
    expect(html).toContain('Come home to “Iowa” &amp; rest</h1>');
    expect(html).toContain('Is it near?');
    expect(site.messages()).toEqual([]);
  });

  test('keeps its less-than signs, where its author may not store all HTML', async () => {
    const texts = ['Homes < $500k & up', '1 < 2 <3 & <', 'A <img src=x onerror=alert(1)>', 'A <script'];
    const cleaned = await wordpress.runPhp(`
      wp_set_current_user( wp_insert_user( array( 'user_login' => 'writes', 'user_pass' => 'x', 'role' => 'author' ) ) );
      $texts   = json_decode( '${JSON.stringify(texts)}' );
      $texts[] = "A <\x01script>alert(1)</script>";
      $texts[] = 'A < b <!-- --><b onclick=alert(1)>';
      return array_map( 'lintel_clean_text', $texts );
    `);
    expect(cleaned).toEqual([
      ...texts.slice(0, 2),
      expect.not.stringContaining('onerror'),
      'A &lt;script',
      'A alert(1)',
      expect.not.stringContaining('onclick'),
    ]);
  });

  test('is stored by its type: numbers, pictures, toggles, rows', async () => {
    const author = await createPage(wordpress.editor, {
      slug: 'numbers',
      title: 'Numbers',
      acf: {
        page_layout: [
          { block: 'market-chart', key: 'chart' },
          { block: 'cards', key: 'cards' },
        ],
      },
    });
    const picture = await wordpress.editor.upload({
      name: 'porch.png',
      type: 'image/png',
      bytes: drawnPng(64, 48),
    });
    await save(author, {
      [name('chart_title')]: 'Prices',
      [name('chart_shelf_life_days')]: '30',
      [name('chart_items', 'n1', 'month')]: '2026-10',
      [name('chart_items', 'n1', 'value')]: '328500.5',
      [name('cards_image')]: String(picture),
      [name('seo_noindex')]: '1',
    });
    expect(await acfOf(author)).toMatchObject({
      chart_title: 'Prices',
      chart_shelf_life_days: 30,
      chart_items: [{ month: '2026-10', value: 328500.5 }],
      cards_image: picture,
      seo_noindex: true,
    });
  });

  test('is refused if it is invalid, stays in its input, and is saved once it is valid', async () => {
    const page = await createPage(wordpress.editor, {
      slug: 'wrong',
      title: 'Wrong',
      acf: { page_layout: [{ block: 'map', key: 'map' }], map_title: 'Before' },
    });
    await save(page, {
      [name('map_title')]: 'After',
      [name('map_image')]: '999999',
      [name('map_link', 'url')]: 'javascript:alert(1)',
      [name('map_places', 'n1', 'name')]: 'Ankeny',
      [name('map_places', 'n1', 'x')]: 'left',
      [name('map_places', 'n1', 'lat')]: '91',
      [name('map_figures', 'n1', 'label')]: 'Sales',
    });
    expect(await acfOf(page)).not.toHaveProperty('map_places');
    expect(await acfOf(page)).not.toHaveProperty('map_link');
    expect(await acfOf(page)).toMatchObject({ map_title: 'After' });
    const screen = await edit(page);
    expect(screen.form(BOX).get(name('map_places', 'n1', 'x'))).toBe('left');
    expect(screen.form(BOX).get(name('map_link', 'url'))).toBe('javascript:alert(1)');
    expect(await errorsOf(page)).toEqual([
      'This is not a picture of the media library. Choose one there.',
      'This is not a number. Write digits only.',
      'Write a number of 90 or less.',
      'Fill in “Figure”, or remove the row.',
      'Begin with / for a page of this site, #, https://, mailto: or tel:.',
    ]);
    await save(page, {
      [name('map_image')]: '',
      [name('map_link', 'url')]: 'tel:+15155550123',
      [name('map_places', 'n1', 'x')]: '40',
      [name('map_places', 'n1', 'lat')]: '41.7',
      [name('map_figures', 'n1', 'label')]: '',
    });
    expect(await errorsOf(page)).toEqual([]);
    expect(await acfOf(page)).toMatchObject({
      map_places: [{ name: 'Ankeny', x: 40, lat: 41.7 }],
      map_link: { url: 'tel:+15155550123' },
    });
  });

  test('is refused if it is too long, and stays in its input', async () => {
    const page = await createPage(wordpress.editor, {
      slug: 'long',
      title: 'Long',
      acf: { page_layout: [{ block: 'map', key: 'map' }], map_title: 'Before' },
    });
    const typed = 'ö'.repeat(1_001);
    await save(page, { [name('map_title')]: typed });
    expect(await acfOf(page)).toMatchObject({ map_title: 'Before' });
    expect((await edit(page)).form(BOX).get(name('map_title'))).toBe(typed);
    expect(await errorsOf(page)).toEqual([
      '“Title” is 1,001 characters long, and 1,000 at most fit. Shorten it.',
    ]);
  });

  test('clears a value when it is emptied, and the built-in text comes back', async () => {
    await save(home, { [name('hero_title')]: '' });
    expect(await acfOf(home)).toMatchObject({ hero_title: '' });
    expect((await site.page('/')).html).toContain('Find Your Front Door in Des Moines</h1>');
    const input = (await edit(home)).document.querySelector('#lintel-hero_title');
    expect(input?.getAttribute('placeholder')).toBe('Find Your Front Door in Des Moines');
  });
});

describe('a screen that was opened before somebody else saved the page', () => {
  const theirs = { hero_title: 'Theirs', hero_more: [{ text: 'Theirs', link: { url: '/sell' } }] };
  const openTooEarly = async (slug: string) => {
    const page = await createPage(wordpress.editor, {
      slug,
      title: 'Opened before',
      acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'First', hero_eyebrow: 'First' },
    });
    const screen = await edit(page);
    await editPage(wordpress.editor, page, { acf: theirs });
    return { page, screen };
  };

  test('does not bring back the former values of what its editor did not change', async () => {
    const { page, screen } = await openTooEarly('opened-before');
    const stored = await acfOf(page);
    await saveOpenSections(wordpress.url, session, screen, { [name('hero_eyebrow')]: 'Mine' });
    expect(await acfOf(page)).toEqual({ ...stored, hero_eyebrow: 'Mine' });
    expect(await errorsOf(page)).toEqual([]);
  });

  test('does not replace what both changed until its editor saves again', async () => {
    const { page, screen } = await openTooEarly('changed-by-both');
    await saveOpenSections(wordpress.url, session, screen, { [name('hero_title')]: 'Mine' });
    expect(await acfOf(page)).toMatchObject({ hero_title: 'Theirs' });
    expect(await errorsOf(page)).toEqual([expect.stringContaining('somebody else changed it meanwhile')]);
    expect((await edit(page)).form(BOX).get(name('hero_title'))).toBe('Mine');
    await save(page, {});
    expect(await acfOf(page)).toMatchObject({ hero_title: 'Mine' });
    expect(await errorsOf(page)).toEqual([]);
  });
});

describe('a save that does not come from this form', () => {
  test('from REST, with a forged nonce or cut off changes nothing', async () => {
    const before = await acfOf(home);
    await editPage(wordpress.editor, home, { title: 'Home again' });
    await save(home, { lintel_sections_nonce: 'forged', [name('hero_title')]: 'Forged' });
    expect(await acfOf(home)).toEqual(before);
    await save(home, { 'lintel[end]': null, [name('hero_title')]: 'Half of it' });
    expect(await acfOf(home)).toEqual(before);
    expect(await errorsOf(home)).toEqual([expect.stringContaining('max_input_vars')]);
  });

  test('keeps the rows of numbered groups until they are edited', async () => {
    const page = await createPage(wordpress.editor, {
      slug: 'groups',
      title: 'Groups',
      acf: {
        page_layout: [{ block: 'faq', key: 'faq' }],
        faq_items_1: { question: 'First?', answer: 'Yes.' },
        faq_items_2: { question: 'Second?', answer: 'No.' },
      },
    });
    await save(page, { [name('faq_title')]: 'Asked' });
    expect(await acfOf(page)).toMatchObject({ faq_items_1: { question: 'First?' } });
    await save(page, { [name('faq_items', '1', 'question')]: 'Third?' });
    expect(await acfOf(page)).toMatchObject({
      faq_items: [
        { question: 'First?', answer: 'Yes.' },
        { question: 'Third?', answer: 'No.' },
      ],
    });
    const emptied = ['0', '1'].flatMap((row) =>
      ['question', 'answer'].map((column) => [name('faq_items', row, column), '']),
    );
    await save(page, Object.fromEntries(emptied));
    expect(await acfOf(page)).toMatchObject({ faq_items: null, faq_items_1: null, faq_items_2: null });
  });
});
