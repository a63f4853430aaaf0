import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath, openScreen } from './support/wp-admin.ts';

const SITE = 'https://www.homes.example';

let wordpress: TestWordPress;
beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(() => wordpress?.remove());

const connect = (url: string) =>
  wordpress.runPhp(
    `return update_option( LINTEL_CONNECTION_OPTION, array( 'url' => '${url}', 'secret' => str_repeat( 's', 40 ) ) );`,
  );

async function visit(path: string): Promise<{ status: number; to: string | null }> {
  const response = await fetch(wordpress.url + path, { redirect: 'manual' });
  await response.arrayBuffer();
  return { status: response.status, to: response.headers.get('location') };
}

const linksOf = async (context: 'view' | 'edit') =>
  z
    .array(z.object({ slug: z.string(), link: z.string() }))
    .parse(
      await wordpress.editor.get(
        `/wp/v2/pages?slug=home,about,mortgage-guide&_fields=slug,link&context=${context}`,
      ),
    )
    .toSorted((a, b) => a.slug.localeCompare(b.slug))
    .map(({ link }) => link);

// The tests depend on each other: WordPress is connected after the first test.
test('without a connection WordPress keeps its visitors and its links', async () => {
  expect(await visit('/about/')).toEqual({ status: 200, to: null });
  const session = await wordpress.signInEditor();
  const about = await pageId(wordpress.editor, 'about');
  const { document } = await openScreen(wordpress.url, session, editPath(about));
  expect(document.querySelector('#wp-admin-bar-view a')?.getAttribute('href')).toBe(
    `${wordpress.url}/about/`,
  );
});

describe('connected', () => {
  beforeAll(() => connect(SITE));

  test.each([
    ['/', '/'],
    ['/about/', '/about'],
    ['/about/?utm_source=mail', '/about?utm_source=mail'],
    ['/buy/mortgage-guide/', '/buy/mortgage-guide'],
    ['/no-such-page', '/no-such-page'],
    ['/wp-sitemap.xml', '/sitemap.xml'],
  ])('a visitor of %s is sent to %s of the site', async (path, to) => {
    expect(await visit(path)).toEqual({ status: 302, to: SITE + to });
  });

  test('a visitor of a page or post by its id is sent to its path', async () => {
    const about = await pageId(wordpress.editor, 'about');
    expect(await visit(`/?page_id=${about}`)).toEqual({ status: 302, to: `${SITE}/about` });
    const [post] = z
      .array(z.object({ id: z.number(), slug: z.string() }))
      .parse(await wordpress.editor.get('/wp/v2/posts?per_page=1&_fields=id,slug'));
    expect(await visit(`/?p=${post?.id}`)).toEqual({ status: 302, to: `${SITE}/${post?.slug}` });
  });

  test.each(['/wp-json/', '/?rest_route=/', '/wp-login.php', '/robots.txt', '/feed/', '/wp-cron.php'])(
    '%s stays in WordPress',
    async (path) => expect((await visit(path)).status).toBe(200),
  );

  test('robots.txt names the sitemap of the site', async () => {
    expect(await (await fetch(`${wordpress.url}/robots.txt`)).text()).toContain(
      `Sitemap: ${SITE}/sitemap.xml`,
    );
  });

  test('"View page" and the permalink lead to the site, REST links of readers do not', async () => {
    expect(await linksOf('view')).toEqual([
      `${wordpress.url}/about/`,
      `${wordpress.url}/`,
      `${wordpress.url}/buy/mortgage-guide/`,
    ]);
    expect(await linksOf('edit')).toEqual([`${SITE}/about`, `${SITE}/`, `${SITE}/buy/mortgage-guide`]);
    const session = await wordpress.signInEditor();
    const about = await pageId(wordpress.editor, 'about');
    const { document } = await openScreen(wordpress.url, session, editPath(about));
    expect(document.querySelector('#wp-admin-bar-view a')?.getAttribute('href')).toBe(`${SITE}/about`);
  });

  test('a preview leads its editor to the preview of the site', async () => {
    const about = await pageId(wordpress.editor, 'about');
    const preview = z.string().parse(await wordpress.runPhp(`return get_preview_post_link( ${about} );`));
    expect(new URL(preview).pathname).toBe('/wp-admin/admin-post.php');
    expect(new URL(preview).searchParams.get('action')).toBe('lintel_preview');
    const session = await wordpress.signInEditor();
    const response = await fetch(`${wordpress.url}/?page_id=${about}&preview=true`, {
      headers: session,
      redirect: 'manual',
    });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(preview);
  });

  test('a chosen post is shown by its path, and found by its address on the site', async () => {
    const shown = (permalinks: string) =>
      wordpress.runPhp(`
        // This runs in REST, in which links are WordPress's own.
        add_filter( 'post_link', static function ( $link, $post ) {
          return lintel_post_on_site( '${SITE}', $link, $post->post_name );
        }, 20, 2 );
        $GLOBALS['wp_rewrite']->set_permalink_structure( '${permalinks}' );
        flush_rewrite_rules( false );
        $post = get_posts( array( 'numberposts' => 1 ) )[0];
        return array(
          lintel_entry_path( $post->ID ) === '/' . $post->post_name,
          lintel_entry_path( $post->ID ) === (string) $post->ID,
          lintel_typed_entry( '${SITE}/' . $post->post_name ) === $post->ID,
          lintel_typed_entry( '${SITE}.example/' . $post->post_name ),
        );
      `);
    // Plain permalinks, with which WordPress finds no path.
    expect(await shown('')).toEqual([false, true, false, null]);
    expect(await shown('/%postname%/')).toEqual([true, false, true, null]);
  });

  test('its own address causes no redirect loop', async () => {
    await connect(wordpress.url);
    expect((await visit('/about/')).status).toBe(200);
  });
});
