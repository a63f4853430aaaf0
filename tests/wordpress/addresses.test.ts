import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/* The addresses that WordPress writes with a permalink structure are opened in WordPress and on the site. */

const TITLE = 'Roofs that last';

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  await wordpress.runPhp(`
    $news = wp_insert_term( 'News', 'category' );
    $local = wp_insert_term( 'Local', 'category', array( 'parent' => $news['term_id'] ) );
    wp_insert_term( 'Nothing yet', 'category', array( 'slug' => 'nothing-yet' ) );
    for ( $number = 1; $number <= 12; $number++ ) {
      wp_insert_post( array(
        'post_title' => 12 === $number ? '${TITLE}' : "Local news $number",
        'post_name' => 12 === $number ? 'roofs' : "local-news-$number",
        'post_content' => '<p>A text.</p><!--nextpage--><p>Its second part.</p>', 'post_status' => 'publish', 'post_author' => 1,
        'post_date' => sprintf( '2026-10-%02d 12:00:00', $number ),
        'post_category' => array( $local['term_id'] ), 'tags_input' => array( 'brick' ),
      ) );
    }
    update_option( 'posts_per_page', 5 );
    wp_insert_post( array(
      'post_type' => 'page', 'post_title' => 'All news', 'post_name' => 'all-news', 'post_status' => 'publish',
      'post_content' => '<!-- wp:query {"queryId":4,"query":{"perPage":4,"postType":"post","order":"asc","orderBy":"date","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title {"isLink":true} /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->',
    ) );
    // As a visitor's editor did before this site was connected.
    $roofs = get_page_by_path( 'roofs', OBJECT, 'post' );
    wp_update_post( array( 'ID' => $roofs->ID, 'post_name' => 'good-roofs' ) );
    wp_update_post( array( 'ID' => $roofs->ID, 'post_name' => 'roofs' ) );
    update_option( 'page_comments', 1 );
    update_option( 'comments_per_page', 1 );
    update_option( 'default_comments_page', 'oldest' );
    foreach ( array( 1, 2 ) as $number ) {
      wp_insert_comment( array(
        'comment_post_ID' => $roofs->ID, 'comment_content' => "Comment $number", 'comment_author' => 'Jo',
        'comment_approved' => 1, 'comment_date_gmt' => "2026-10-1$number 12:00:00",
      ) );
    }
    return true;`);
  site = await openSite(wordpress.env);
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const linksSchema = z.record(z.string(), z.url());

/** Sets the permalink structure as its screen does. Returns the addresses that WordPress writes then, by name. */
async function linksWith(structure: string, categoryBase: string): Promise<Map<string, URL>> {
  await wordpress.runPhp(`
    global $wp_rewrite;
    $wp_rewrite->set_permalink_structure( '${structure}' );
    $wp_rewrite->set_category_base( '${categoryBase}' );
    return true;`);
  await wordpress.runPhp(`flush_rewrite_rules(); return true;`);
  const links = linksSchema.parse(
    await wordpress.runPhp(`
      $post = get_page_by_path( 'roofs', OBJECT, 'post' );
      $news = get_term_by( 'slug', 'news', 'category' );
      $local = get_term_by( 'slug', 'local', 'category' );
      return array(
        'post' => get_permalink( $post ),
        'post by id' => home_url( "/?p=$post->ID" ),
        'category' => get_category_link( $news ),
        'subcategory' => get_category_link( $local ),
        'category by id' => home_url( "/?cat=$news->term_id" ),
        'tag' => get_tag_link( get_term_by( 'slug', 'brick', 'post_tag' ) ),
        'author' => get_author_posts_url( 1 ),
        'year' => get_year_link( 2026 ),
        'month' => get_month_link( 2026, 10 ),
        'day' => get_day_link( 2026, 10, 12 ),
        'all news' => get_permalink( get_page_by_path( 'all-news' ) ),
        'month by query' => home_url( '/?m=202610' ),
      );`),
  );
  return new Map(Object.entries(links).map(([name, link]) => [name, new URL(link)]));
}

async function open(address: string | URL) {
  const response = await fetch(address);
  const html = await response.text();
  const { document } = new JSDOM(html).window;
  return { status: response.status, url: new URL(response.url), html, document };
}
const onSite = ({ pathname, search }: URL) => new URL(pathname + search, site.url);

describe.each([
  ['/%category%/%postname%/', '', '/news/local/roofs'],
  ['/%year%/%monthnum%/%day%/%postname%/', 'topics', '/2026/10/12/roofs'],
  ['/archives/%post_id%', '', null],
  ['/journal/%postname%.html', '', '/journal/roofs.html'],
  ['/index.php/%postname%/', '', '/roofs'],
  ['', '', '/blog/roofs'],
])('with the structure “%s” and the category base “%s”', (structure, categoryBase, path) => {
  let links: Map<string, URL>;
  beforeAll(async () => {
    links = await linksWith(structure, categoryBase);
    await site.read();
  });

  test('every address that WordPress writes leads to what it shows', async () => {
    expect([...links.keys()]).toHaveLength(12);
    for (const [name, link] of links) {
      if (name === 'all news') continue;
      const there = await open(link);
      expect([name, there.status], `${link.href} in WordPress`).toEqual([name, 200]);
      expect(there.html, `${link.href} in WordPress`).toContain(TITLE);
      const here = await open(onSite(link));
      expect([name, here.status], `${link.href} here`).toEqual([name, 200]);
      expect(here.document.querySelector('main')?.textContent, `${link.href} here`).toContain(TITLE);
      const canonical = here.document.querySelector('link[rel=canonical]')?.getAttribute('href');
      expect(canonical, `${link.href} is at its own address`).toBe(here.url.href);
    }
  });

  test('a post is at the path of its link', async () => {
    const { url } = await open(onSite(links.get('post') ?? new URL(site.url)));
    expect(url.pathname).toBe(path ?? links.get('post')?.pathname);
    expect((await open(`${site.url}/blog/roofs`)).url.href).toBe(url.href);
    const { document, url: whole } = await open(`${url.href}/2`);
    expect(whole.href).toBe(url.href);
    expect(document.querySelector('main')?.textContent).toMatch(/A text\.\s*Its second part\./);
  });

  test('the pages of a query loop have the posts and the links that WordPress has', async () => {
    const link = links.get('all news') ?? new URL(site.url);
    const first = (await open(onSite(link))).url;
    for (let number = 1; number <= 4; number += 1) {
      const query = `${link.search === '' ? '?' : `${link.search}&`}query-4-page=${number}`;
      const there = await open(new URL(number === 1 ? link.search : query, link));
      const theirs = queryLoopOf(there.document);
      expect(theirs.posts.length, there.url.href).toBeGreaterThan(0);
      const at = new URL(number === 1 ? '' : `?query-4-page=${number}`, first);
      let here = await open(at);
      // On a busy machine, a page is first sent without texts that are still being sanitized.
      await expect
        .poll(async () => queryLoopOf((here = await open(at)).document), { message: at.href })
        .toEqual(theirs);
      for (const each of here.document.querySelectorAll('.wp-block-query-pagination a')) {
        const to = new URL(each.getAttribute('href') ?? '', here.url);
        const { status, url } = await open(to);
        expect([url.pathname, status], to.href).toEqual([first.pathname, 200]);
      }
    }
  });

  test('a slug from before the site was connected leads to the post, as in WordPress', async () => {
    const link = links.get('post') ?? new URL(site.url);
    const former = new URL(link);
    if (link.pathname.includes('roofs')) former.pathname = link.pathname.replace('roofs', 'good-roofs');
    else former.search = '?name=good-roofs';
    const here = await open(onSite(former));
    expect([here.status, here.document.querySelector('h1')?.textContent], former.href).toEqual([200, TITLE]);
    expect(here.url.pathname).toBe((await open(onSite(link))).url.pathname);
  });

  test('the pages of comments lead to the same comments, and feeds have them', async () => {
    const link = links.get('post') ?? new URL(site.url);
    const address = new URL(link);
    if (structure === '') address.searchParams.set('cpage', '2');
    else address.pathname += `${link.pathname.endsWith('/') ? '' : '/'}comment-page-2/`;
    for (const at of [address, onSite(address)]) {
      const { status, html, url } = await open(at);
      expect([status, html.includes('Comment 2'), html.includes('Comment 1')], url.href).toEqual([
        200,
        true,
        false,
      ]);
    }
    const feed = new URL(link);
    if (structure === '') feed.searchParams.set('feed', 'rss2');
    else feed.pathname += `${link.pathname.endsWith('/') ? '' : '/'}feed/`;
    const [there, here] = await Promise.all([feed, onSite(feed)].map(async (at) => (await fetch(at)).text()));
    const idsIn = (xml = '') => [...xml.matchAll(/<guid[^>]*>([^<]*)</g)].map(([, id]) => id);
    expect(idsIn(there)).toHaveLength(2);
    expect(idsIn(here), feed.href).toEqual(idsIn(there));
  });

  test('the pages of a list lead to the same posts', async () => {
    const category = links.get('category') ?? new URL(site.url);
    const address = new URL(category);
    if (structure === '') address.searchParams.set('paged', '3');
    else
      address.pathname += `${category.pathname.endsWith('/') ? '' : '/'}page/3${structure.endsWith('/') ? '/' : ''}`;
    const there = await open(address);
    expect([there.status, there.html.includes('Local news 1<')], address.href).toEqual([200, true]);
    const here = await open(onSite(address));
    expect(here.status, address.href).toBe(200);
    expect(here.document.querySelector('main')?.textContent).toContain('Local news 1');
    expect(here.url.search).toBe('?page=2');
  });

  test('an empty category says so', async () => {
    const here = await open(`${site.url}/?category_name=nothing-yet`);
    expect(here.status).toBe(200);
    expect(here.document.querySelector('main')?.textContent).toContain('Nothing yet');
    expect(here.document.querySelector('#posts li h2')).toBeNull();
  });
});

/** Returns the posts and the page links of a query loop. */
function queryLoopOf(document: Document) {
  return {
    posts: [...document.querySelectorAll('.wp-block-post-template li')].map((post) =>
      post.textContent.trim(),
    ),
    words: document.querySelector('.wp-block-query-pagination')?.textContent.replace(/\s+/g, ' ').trim(),
  };
}
