import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pageAt } from '../server/content-site.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const LAYOUT = [
  { block: 'hero', key: 'hero' },
  { block: 'faq', key: 'questions', ids: { items: 'questions_list' } },
];
/** The keys of the sections of a document. */
const keys = (html: string) => [...html.matchAll(/data-placement="?([^"\s>]*)/g)].map(([, key]) => key);
const VALUES = {
  hero_title: 'Lake homes',
  hero_desc: 'Water on one side.\n\nTown on the other.',
  questions_title: 'Asked often',
  questions_list: [{ question: 'Is there a dock?', answer: '<p>Often.</p>' }],
};

test('a page is in the sitemap and found while it is public, and gone when it is not', async () => {
  const listed = async () => (await site.page('/sitemap.xml')).html.includes('/marsh-homes<');
  const acf = { page_layout: LAYOUT, ...VALUES };
  const id = await createPage(wordpress.editor, { slug: 'marsh-homes', title: 'Marsh homes', acf });
  expect(await listed()).toBe(true);
  expect((await site.page('/search?q=marsh')).html).toContain('href="/marsh-homes"');
  await editPage(wordpress.editor, id, { status: 'draft' });
  expect(await listed()).toBe(false);
  expect((await site.page('/marsh-homes')).status).toBe(404);
});

describe('a new page', () => {
  test.each([
    ['an array', 'lake-homes', LAYOUT],
    ['JSON text', 'river-homes', JSON.stringify(LAYOUT)],
  ])('with a layout as %s is live at its path', async (_, slug, page_layout) => {
    const acf = { page_layout, ...VALUES };
    await createPage(wordpress.editor, { slug, title: 'Lake homes', content: '<p>Unused</p>', acf });
    const { status, html } = await site.page(`/${slug}`);
    expect(status).toBe(200);
    expect(html).toContain('<title>Lake homes | Des Moines Metro Homes</title>');
    expect(html).toContain('<p>Water on one side.</p>');
    expect(html).toContain('Is there a dock?');
    // Without an excerpt, the content is only used for the meta description and does not appear on the page.
    expect(html).not.toContain('<p>Unused</p>');
    expect(await site.wpJson(`/pages?slug=${slug}`)).toContain('Is there a dock?');
  });

  test('below a page of the route table is live there, and only there', async () => {
    const parent = await pageId(wordpress.editor, 'buy');
    const acf = { page_layout: LAYOUT, ...VALUES };
    await createPage(wordpress.editor, { slug: 'pond-homes', title: 'Pond homes', parent, acf });
    expect(await site.page('/buy/pond-homes')).toMatchObject({
      status: 200,
      html: expect.stringContaining('Is there a dock?'),
    });
    expect((await site.page('/pond-homes')).status).toBe(404);
  });

  test('without a layout shows its title and its content, links inside WordPress as our routes', async () => {
    const content = `<!-- wp:paragraph --><p>Read <a href="${wordpress.url}/buy/mortgage-guide/">the guide</a>.</p><!-- /wp:paragraph -->`;
    await createPage(wordpress.editor, { slug: 'moving', title: 'Moving &amp; storing', content });
    const { html } = await site.page('/moving');
    expect(html).toMatch(/<h1[^>]*>Moving &amp; storing<\/h1>/);
    expect(html).toContain('<a href="/buy/mortgage-guide">the guide</a>');
  });

  test('shows the rest of its layout where one block is unknown, and the log says so', async () => {
    const page_layout = [{ block: 'carousel', key: 'slides' }, ...LAYOUT];
    const page = await createPage(wordpress.editor, { slug: 'slides', title: 'Slides' });
    await wordpress.store(page, { page_layout, ...VALUES });
    expect((await site.page('/slides')).html).toContain('Is there a dock?');
    expect(site.messages()).toContain(
      'Slides › slides: there is no block "carousel". Correct page_layout, or add the block.',
    );
  });
});

test('home shows the layout that the editor picks, and the default one again', async () => {
  const home = await pageId(wordpress.editor, 'home');
  const keys = async () => {
    await site.read();
    return (await pageAt(site.content, '/')).document.placements.map(({ key }) => key);
  };
  const content = await keys();
  await editPage(wordpress.editor, home, { acf: { layout_variant: 'lead-capture' } });
  expect(await keys()).toContain('market');
  await editPage(wordpress.editor, home, { acf: { page_layout: [{ block: 'hero', key: 'hero' }] } });
  expect(await keys()).toEqual(['hero']);
  await editPage(wordpress.editor, home, { acf: { layout_variant: null, page_layout: null } });
  expect(await keys()).toEqual(content);
});

describe('values that visitors may not see yet, or ever', () => {
  const placed = (key: string, when: object) => ({ block: 'hero', key, ...when });
  const acf = {
    page_layout: [
      placed('shown', { from: '2020-01-01T00:00', until: '2099-01-01T00:00' }),
      placed('hidden', { hidden: true }),
      placed('coming', { from: '2099-01-01T00:00' }),
      placed('gone', { until: '2020-01-01T00:00' }),
    ],
    shown_title: 'In season',
    hidden_title: 'Secret of a hidden section',
    coming_title: 'Secret of next year',
    gone_title: 'Secret of last year',
  };

  test('are in no document and in no API response', async () => {
    const page = await createPage(wordpress.editor, { slug: 'seasons', title: 'Seasons', acf });
    await wordpress.store(page, { open_note: 'Known to <em>everybody</em><script>1</script>' });
    const [document, ...others] = await Promise.all([
      site.page('/seasons').then(({ html }) => html),
      site.page('/wp/seasons').then(({ html }) => html),
      site.wpJson('/pages?slug=seasons&_embed=true'),
      site.wpJson('/pages?path=/seasons'),
      site.wpJson('/pages?path=/wp/seasons'),
    ]);
    expect(document).toContain('In season');
    for (const text of [document, ...others]) expect(text).not.toContain('Secret of');
    // What no layout places is passed on by the API only.
    expect(document).not.toContain('Known to');
    for (const text of others.slice(1)) expect(text).toContain('"open_note":"Known to <em>everybody</em>"');
  });

  test('change the page when their time comes', async () => {
    await createPage(wordpress.editor, { slug: 'moments', title: 'Moments', acf });
    await site.read();
    const answer = await pageAt(site.content, '/moments');
    // The date is in the site's time zone, America/Chicago, which is six hours behind UTC in winter.
    expect(answer).toMatchObject({ changesAt: Date.UTC(2099, 0, 1, 6) });
  });
});

test.each([
  [
    'WordPress’s functions',
    `foreach ( get_post_meta( $from ) as $name => $values ) {
      foreach ( $values as $value ) {
        add_post_meta( $id, $name, wp_slash( maybe_unserialize( $value ) ) );
      }
    }`,
  ],
  [
    'SQL',
    `get_post_meta( $id );
    $GLOBALS['wpdb']->query( "INSERT INTO {$GLOBALS['wpdb']->postmeta} (post_id, meta_key, meta_value)
      SELECT $id, meta_key, meta_value FROM {$GLOBALS['wpdb']->postmeta} WHERE post_id = $from" );`,
  ],
])('a copy of a page with %s keeps every value and the order of its sections', async (how, php) => {
  const copy = async (from: number, slug: string) =>
    z.number().parse(
      await wordpress.runPhp(`
        $from = ${from};
        $id   = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Copy', 'post_name' => '${slug}' ) );
        ${php}
        return $id;
      `),
    );
  const valuesOf = async (id: number) =>
    z
      .object({ acf: z.record(z.string(), z.unknown()) })
      .parse(await wordpress.editor.get(`/wp/v2/pages/${id}?_fields=acf`)).acf;
  const at = how === 'SQL' ? 'sql-copy' : 'copy';
  const acf = { page_layout: LAYOUT, ...VALUES };
  const own = await createPage(wordpress.editor, { slug: 'own-order', title: 'Own order', acf });
  const copied = await valuesOf(await copy(own, `own-order-${at}`));
  expect(copied).toEqual(await valuesOf(own));
  expect((await site.page(`/own-order-${at}`)).html).toContain('Is there a dock?');

  const about = await pageId(wordpress.editor, 'about');
  const { page_layout, ...values } = await valuesOf(await copy(about, `about-${at}`));
  expect(values).toEqual(await valuesOf(about));
  expect(page_layout).toContain('"key":"hero"');
  const { html } = await site.page(`/about-${at}`);
  expect(keys(html)).toEqual(keys((await site.page('/about')).html));
  expect(keys(html).length).toBeGreaterThan(2);
});

test('a page whose slug is changed without a user, as by WP-CLI, keeps its sections', async () => {
  const before = keys((await site.page('/about')).html);
  const about = await pageId(wordpress.editor, 'about');
  await wordpress.runPhp(`
    wp_set_current_user( 0 );
    return wp_update_post( array( 'ID' => ${about}, 'post_name' => 'about-us' ) );
  `);
  expect(keys((await site.page('/about-us')).html)).toEqual(before);
  expect(before.length).toBeGreaterThan(2);
});

test('a page whose slug changes keeps its sections and texts, and so do the pages below it', async () => {
  const before = [(await site.page('/sell')).html, (await site.page('/sell/staging-tips')).html];
  const headline = /<h1[^>]*>([^<]+)/.exec(before[1] ?? '')?.[1] ?? 'no headline';
  const id = await pageId(wordpress.editor, 'sell');
  await editPage(wordpress.editor, id, { slug: 'selling' });
  const after = [(await site.page('/selling')).html, (await site.page('/selling/staging-tips')).html];
  expect(after.map(keys)).toEqual(before.map(keys));
  expect(keys(after[0] ?? '').length).toBeGreaterThan(2);
  expect(after[1]).toContain(headline);
  // WordPress also changes the slug of a page in the trash. It stores no layout for it.
  const buy = await pageId(wordpress.editor, 'buy');
  await wordpress.runPhp(`wp_trash_post( ${buy} ); return true;`);
  expect(await wordpress.runPhp(`return lintel_plain_sections( ${buy} )['page_layout'] ?? null;`)).toBeNull();
});
