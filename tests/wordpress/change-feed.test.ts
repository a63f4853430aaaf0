import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { verifyPagePassword } from '../../server/platform/security/page-password-hash.ts';
import { signRequest } from '../../server/content/rest/signed-request.ts';
import { connectSite } from './support/connect-site.ts';
import { drawnPng } from './support/drawn-png.ts';
import { createPage, editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

const SECRET = 'the-secret-of-the-change-feed-of-these-tests';

let wordpress: TestWordPress;
let about: number;
beforeAll(async () => {
  wordpress = await startWordPress();
  about = await pageId(wordpress.editor, 'about');
});
afterAll(() => wordpress?.remove());

const idSchema = z.looseObject({ id: z.number() });
const pageSchema = z.object({
  cursor: z.string(),
  entries: z.array(z.object({ kind: z.string(), id: z.string(), data: z.looseObject({}).nullable() })),
  next: z.string(),
  more: z.boolean(),
});
type Entry = z.infer<typeof pageSchema>['entries'][number];

const read = async (params: string) =>
  pageSchema.parse(await wordpress.editor.get(`/lintel/v1/changes?${params}`));

/** Reads all pages of the feed after a mark, or all entries for `0`. */
async function readAll(since: string, more = ''): Promise<Entry[]> {
  const entries: Entry[] = [];
  let after = '';
  for (;;) {
    const page = await read(`since=${since}&after=${encodeURIComponent(after)}${more}`);
    entries.push(...page.entries);
    if (!page.more) return entries;
    after = page.next;
  }
}

/** Makes all changes so far settled, and returns the mark after them. */
async function settle(): Promise<string> {
  await wordpress.runPhp(`
    lintel_add_mark( 0 );
    $GLOBALS['wpdb']->query( 'UPDATE ' . lintel_changes_table() . ' SET noted_at = 0 WHERE 1 = 1' );
  `);
  return (await read('since=0&limit=1')).cursor;
}

const keysOf = (entries: readonly Entry[]) => entries.map(({ kind, id }) => `${kind} ${id}`);
const find = (entries: readonly Entry[], kind: string, id: number | string) =>
  entries.find((entry) => entry.kind === kind && entry.id === String(id));

describe('all entries', () => {
  test('are listed once, in pages of any size, as WordPress shows them to anonymous readers', async () => {
    const large = await readAll('0');
    const small = await readAll('0', '&limit=7');
    expect(keysOf(small)).toEqual(keysOf(large));
    expect(new Set(keysOf(large)).size).toBe(large.length);
    const kinds = ['site', 'settings', 'menu', 'category', 'author', 'page', 'post'];
    expect([...new Set(large.map(({ kind }) => kind))]).toEqual(expect.arrayContaining(kinds));
    const shown = z.looseObject({}).parse(await wordpress.anonymous.get(`/wp/v2/pages/${about}`));
    const { _links, ...rest } = shown;
    expect(_links).toBeDefined();
    expect(find(large, 'page', about)?.data).toMatchObject(rest);
  });

  test('have the values that Advanced Custom Fields stores', async () => {
    // Does in REST what that plugin does: `acf` has the values of registered fields only, and is empty without any.
    await wordpress.addPlugin(
      'custom-fields',
      `class ACF {}
      function acf_get_field_type( $name ) { return null; }
      function acf_is_local_field_group( $key ) { return isset( $GLOBALS['local_groups'][ $key ] ); }
      function acf_add_local_field_group( $group ) { $GLOBALS['local_groups'][ $group['key'] ] = $group; }
      add_action( 'rest_api_init', static function () {
        register_rest_field( array( 'page', 'post' ), 'acf', array( 'get_callback' => static function ( $entry ) {
          $values = array();
          foreach ( isset( $GLOBALS['local_groups'] ) ? $GLOBALS['local_groups'] : array() as $group ) {
            if ( (string) $entry['id'] !== $group['location'][0][0]['value'] ) continue;
            foreach ( $group['fields'] as $field ) {
              if ( ! empty( $field['name'] ) ) $values[ $field['name'] ] = get_post_meta( $entry['id'], $field['name'], true );
            }
          }
          return $values;
        } ) );
      } );`,
    );
    const stored = await wordpress.runPhp(`return get_post_meta( ${about}, 'hero_title', true );`);
    expect(stored).not.toBe('');
    const acf = z.object({ acf: z.looseObject({}) });
    const direct = acf.parse(await wordpress.anonymous.get(`/wp/v2/pages/${about}?_fields=acf`));
    expect(direct.acf.hero_title).toBe(stored);
    expect(acf.parse(find(await readAll('0'), 'page', about)?.data)).toEqual(direct);
    await wordpress.admin.post('/wp/v2/plugins/custom-fields/custom-fields', { status: 'inactive' });
  });

  test('have only the requested fields, also within meta', async () => {
    const fields = '&fields[page]=id,slug&fields[media]=id,meta.focal_point&fields[site]=name,url';
    const entries = await readAll('0', fields);
    expect(find(entries, 'page', about)?.data).toEqual({ id: about, slug: 'about' });
    expect(Object.keys(find(entries, 'site', 'site')?.data ?? {}).toSorted()).toEqual([
      'discussion',
      'name',
      'page_for_posts',
      'page_on_front',
      'posts_per_page',
      'posts_per_rss',
      'rss_use_excerpt',
      'show_on_front',
      'url',
    ]);
  });

  test('that are not public are named without their text', async () => {
    const secret = { content: 'Secret text', excerpt: 'Secret text', acf: { hero_title: 'Secret text' } };
    const ids: number[] = [];
    for (const status of ['draft', 'pending', 'private']) {
      ids.push(await createPage(wordpress.editor, { title: status, slug: `a-${status}`, status, ...secret }));
    }
    const trashed = await createPage(wordpress.editor, { title: 'Trashed', slug: 'trashed', ...secret });
    await wordpress.editor.delete(`/wp/v2/pages/${trashed}`);
    const draft = z
      .number()
      .parse(await wordpress.runPhp(`return wp_insert_post( array( 'post_title' => 'Draft post' ) );`));
    const entries = await readAll('0');
    expect(find(entries, 'page', ids[0] ?? 0)?.data).toMatchObject({ slug: 'a-draft', status: 'draft' });
    expect(find(entries, 'page', trashed)?.data).toMatchObject({ status: 'trash', slug: 'trashed__trashed' });
    expect(find(entries, 'post', draft)?.data ?? null).toBeNull();
    expect(JSON.stringify(entries)).not.toContain('Secret text');
  });

  test('that are behind a password come with their text and a hash of the password, until it is removed', async () => {
    const password = 'Opens "it" \\ ü';
    const layout = [{ block: 'hero', key: 'hero' }];
    const acf = { page_layout: JSON.stringify(layout), hero_title: 'Locked section' };
    const texts = { content: '<p>Locked text</p>', excerpt: 'Locked excerpt', password };
    const page = await createPage(wordpress.editor, { title: 'Locked', ...texts, acf });
    const post = idSchema.parse(
      await wordpress.editor.post('/wp/v2/posts', { title: 'Locked post', status: 'publish', ...texts }),
    ).id;
    // What one shows of another stays closed.
    const query =
      '<!-- wp:query {"query":{"postType":"post","perPage":50,"inherit":false}} --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->';
    const list = await createPage(wordpress.editor, { title: 'List', content: query, password: 'other' });
    const entries = await readAll('0');
    for (const [kind, id] of [
      ['page', page],
      ['post', post],
    ] as const) {
      const data = find(entries, kind, id)?.data;
      expect(data).toMatchObject({
        title: { rendered: kind === 'page' ? 'Locked' : 'Locked post' },
        content: { rendered: expect.stringContaining('Locked text'), protected: true },
        excerpt: { rendered: expect.stringContaining('Locked excerpt'), protected: true },
      });
      const hash = z.string().parse(data?.['password_hash']);
      expect([await verifyPagePassword(password, hash), await verifyPagePassword('other', hash)]).toEqual([
        true,
        false,
      ]);
    }
    expect(find(entries, 'page', page)?.data).toMatchObject({ acf: { hero_title: 'Locked section' } });
    expect(JSON.stringify(find(entries, 'page', list))).toContain('post-password-form');
    expect(JSON.stringify(find(entries, 'page', list))).not.toContain('Locked text');
    expect(JSON.stringify(entries)).not.toContain('Opens');
    // The hash stays the same, and reading it is no change.
    const mark = await settle();
    const again = await readAll('0');
    expect(find(again, 'page', page)).toEqual(find(entries, 'page', page));
    expect(await readAll(mark)).toEqual([]);

    await editPage(wordpress.editor, page, { password: 'other' });
    const changed = find(await readAll(mark), 'page', page)?.data;
    const hash = z.string().parse(changed?.['password_hash']);
    expect([await verifyPagePassword(password, hash), await verifyPagePassword('other', hash)]).toEqual([
      false,
      true,
    ]);
    await editPage(wordpress.editor, page, { password: '' });
    const open = find(await readAll(mark), 'page', page)?.data;
    expect(open).toMatchObject({ content: { protected: false } });
    expect(open).not.toHaveProperty('password_hash');
    // Others than the site see nothing.
    const rest = await wordpress.anonymous.get(`/wp/v2/posts/${post}`);
    expect(JSON.stringify(rest)).not.toContain('Locked text');
    const shown = await wordpress.anonymous.get(`/wp/v2/pages/${list}`);
    expect(shown).toMatchObject({ acf: [] });
    expect(shown).not.toHaveProperty('password_hash');
  });
});

test('the feed is closed to strangers and to authors, and open to editors and to the site’s signature', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${wordpress.url}/?rest_route=/lintel/v1/changes&since=0&limit=1`, { headers });
  expect((await ask()).status).toBe(401);
  await connectSite(wordpress, 'https://www.example.com', SECRET);
  const signed = (secret: string) => ({
    'X-Lintel-Signature': signRequest(
      { method: 'GET', route: '/lintel/v1/changes' },
      { secret, now: Date.now() },
    ),
  });
  const answer = await ask(signed(SECRET));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect((await ask(signed('another-secret-with-more-than-32-characters'))).status).toBe(401);
  expect(
    await wordpress.runPhp(`
    $author = wp_insert_user( array( 'user_login' => 'writer', 'user_pass' => 'x', 'role' => 'author' ) );
    wp_set_current_user( $author );
    return is_wp_error( lintel_may_read_changes( new WP_REST_Request( 'GET', '/lintel/v1/changes' ) ) );
  `),
  ).toBe(true);
});

interface Change {
  change: string;
  php: string;
  /** The entries that change, as `kind id`; `$page` and the others stand for the ids of the test. */
  entries: readonly string[];
  /** Whether the first entry is gone. */
  isGone?: boolean;
}

const CHANGES: readonly Change[] = [
  {
    change: 'a slug, with the pages below and the menus',
    php: `wp_update_post( array( 'ID' => $page, 'post_name' => 'moved' ) );`,
    entries: ['page $page', 'page $child', 'menu primary', 'menu footer'],
  },
  {
    change: 'a parent',
    php: `wp_update_post( array( 'ID' => $page, 'post_parent' => $about ) );`,
    entries: ['page $page', 'page $child'],
  },
  { change: 'a section', php: `update_post_meta( $page, 'hero_title', 'New' );`, entries: ['page $page'] },
  { change: 'a layout', php: `update_post_meta( $page, 'page_layout', '[]' );`, entries: ['page $page'] },
  {
    change: 'a new post in a list of the latest posts',
    php: `wp_insert_post( array( 'post_title' => 'New', 'post_status' => 'publish' ) );`,
    entries: ['page $list', 'page $pattern_list'],
  },
  {
    change: 'a page in a list of pages that a synced pattern shows',
    php: `wp_update_post( array( 'ID' => $page, 'post_title' => 'Renamed' ) );`,
    entries: ['page $pattern_list'],
  },
  {
    change: 'a post, where a page got a list later',
    php: `wp_update_post( array( 'ID' => $later, 'post_content' => '<!-- wp:archives /-->' ) );
      lintel_update_posts_with_lists( $later, get_post( $later ) );
      wp_update_post( array( 'ID' => $post, 'post_title' => 'Again' ) );`,
    entries: ['page $later'],
  },
  {
    change: 'a synced pattern within another one',
    php: `wp_update_post( array( 'ID' => $pattern, 'post_content' => 'New' ) );`,
    entries: ['page $child'],
  },
  {
    change: 'the trash, which hides its picture',
    php: `wp_trash_post( $page );`,
    entries: ['page $page', 'media $attached'],
  },
  { change: 'back from the trash', php: `wp_untrash_post( $page );`, entries: ['page $page'] },
  {
    change: 'deletion',
    php: `wp_delete_post( $page, true );`,
    entries: ['page $page', 'page $child'],
    isGone: true,
  },
  {
    change: 'a scheduled post, when its hour comes',
    php: `wp_publish_post( $post );`,
    entries: ['post $post', 'author 1'],
  },
  {
    change: 'another category for it, with the number of posts',
    php: `wp_set_post_categories( $post, array( $term ) );`,
    entries: ['post $post', 'category $term'],
  },
  {
    change: 'a text for a picture',
    php: `update_post_meta( $picture, '_wp_attachment_image_alt', 'A door' );`,
    entries: ['media $picture'],
  },
  {
    change: 'deletion of a picture',
    php: `wp_delete_attachment( $picture, true );`,
    entries: ['media $picture'],
    isGone: true,
  },
  {
    change: 'the name of a category',
    php: `wp_update_term( $term, 'category', array( 'name' => 'New' ) );`,
    entries: ['category $term'],
  },
  {
    change: 'deletion of it',
    php: `wp_delete_term( $term, 'category' );`,
    entries: ['category $term', 'post $post'],
    isGone: true,
  },
  {
    change: 'a menu item',
    php: `wp_update_nav_menu_item( get_nav_menu_locations()['primary'], 0, array( 'menu-item-title' => 'More', 'menu-item-url' => '/more', 'menu-item-status' => 'publish' ) );`,
    entries: ['menu primary'],
  },
  {
    change: 'the place of a menu',
    php: `set_theme_mod( 'nav_menu_locations', array_slice( get_nav_menu_locations(), 0, 1 ) );`,
    entries: ['menu footer'],
    isGone: true,
  },
  {
    change: 'the front page',
    php: `update_option( 'page_on_front', $about );`,
    entries: ['site site', 'page $about'],
  },
  {
    change: 'a site setting',
    php: `update_option( LINTEL_SETTINGS_OPTION, array( 'priceRange' => '$' ) );`,
    entries: ['settings site'],
  },
  {
    change: 'the name of an author',
    php: `wp_update_user( array( 'ID' => 1, 'display_name' => 'Robin' ) );`,
    entries: ['author 1'],
  },
  {
    change: 'the description of a category',
    php: `wp_update_term( $top, 'category', array( 'description' => 'Of the top.' ) );`,
    entries: ['category $top'],
  },
  {
    change: 'the slug of a category, with the categories below',
    php: `wp_update_term( $top, 'category', array( 'slug' => 'renamed' ) );`,
    entries: ['category $top', 'category $middle', 'category $bottom'],
  },
  {
    change: 'deletion of it, which gives them another parent',
    php: `wp_delete_term( $top, 'category' );`,
    entries: ['category $top', 'category $middle', 'category $bottom'],
    isGone: true,
  },
  {
    change: 'another author, when a user is deleted',
    php: `require_once ABSPATH . 'wp-admin/includes/user.php';
      wp_delete_user( $writer, 1 );`,
    entries: ['post $written', 'author $writer', 'author 1'],
  },
  {
    change: 'the type of a post, which is then a page',
    php: `wp_update_post( array( 'ID' => $switched, 'post_type' => 'page' ) );`,
    entries: ['post $switched', 'page $switched', 'comment $comment'],
    isGone: true,
  },
];

describe('a change is in the feed', () => {
  let ids: Record<string, number>;
  let variables: string;
  beforeAll(async () => {
    const upload = (name: string) =>
      wordpress.editor.upload({ name, type: 'image/png', bytes: drawnPng(40, 30) });
    const page = await createPage(wordpress.editor, { title: 'Changed', slug: 'changed' });
    const made = z
      .object({
        post: z.number(),
        pattern: z.number(),
        list_pattern: z.number(),
        outer: z.number(),
        switched: z.number(),
        comment: z.number(),
        writer: z.number(),
        written: z.number(),
        term: z.number(),
        top: z.number(),
        middle: z.number(),
        bottom: z.number(),
      })
      .parse(
        await wordpress.runPhp(`
        $pattern = wp_insert_post( array( 'post_type' => 'wp_block', 'post_title' => 'Inner', 'post_status' => 'publish', 'post_content' => 'Old' ) );
        $switched = wp_insert_post( array( 'post_title' => 'Switched', 'post_status' => 'publish' ) );
        $top = wp_insert_term( 'Top', 'category' )['term_id'];
        $middle = wp_insert_term( 'Middle', 'category', array( 'parent' => $top ) )['term_id'];
        $writer = wp_insert_user( array( 'user_login' => 'leaves', 'user_pass' => 'x', 'role' => 'author' ) );
        return array(
          'pattern' => $pattern,
          'writer' => $writer,
          'written' => wp_insert_post( array( 'post_title' => 'Written', 'post_status' => 'publish', 'post_author' => $writer ) ),
          'switched' => $switched,
          'comment' => wp_insert_comment( array( 'comment_post_ID' => $switched, 'comment_content' => 'Well said.', 'comment_approved' => '1' ) ),
          'list_pattern' => wp_insert_post( array( 'post_type' => 'wp_block', 'post_title' => 'Pages', 'post_status' => 'publish', 'post_content' => '<!-- wp:page-list /-->' ) ),
          'outer' => wp_insert_post( array( 'post_type' => 'wp_block', 'post_title' => 'Outer', 'post_status' => 'publish', 'post_content' => "<!-- wp:block {\\"ref\\":$pattern} /-->" ) ),
          'post' => wp_insert_post( array( 'post_title' => 'Scheduled', 'post_status' => 'future', 'post_author' => 1, 'post_date' => gmdate( 'Y-m-d H:i:s', time() + DAY_IN_SECONDS ) ) ),
          'term' => wp_insert_term( 'Changed', 'category' )['term_id'],
          'top' => $top,
          'middle' => $middle,
          'bottom' => wp_insert_term( 'Bottom', 'category', array( 'parent' => $middle ) )['term_id'],
        );
      `),
      );
    ids = {
      page,
      child: await createPage(wordpress.editor, {
        title: 'Child',
        parent: page,
        content: `<!-- wp:block {"ref":${made.outer}} /-->`,
      }),
      list: await createPage(wordpress.editor, {
        title: 'List',
        content: '<!-- wp:latest-posts /-->',
      }),
      pattern_list: await createPage(wordpress.editor, {
        title: 'List of a pattern',
        content: `<!-- wp:block {"ref":${made.list_pattern}} /-->`,
      }),
      later: await createPage(wordpress.editor, { title: 'Later', content: '<p>No list</p>' }),
      attached: await upload('attached.png'),
      picture: await upload('free.png'),
      about,
      ...made,
    };
    await wordpress.editor.post(`/wp/v2/media/${ids['attached']}`, { post: page });
    variables = Object.entries(ids)
      .map(([name, id]) => `$${name} = ${id};`)
      .join(' ');
  });

  test.each(CHANGES)('$change', async ({ php, entries, isGone }) => {
    const since = await settle();
    expect(await readAll(since)).toEqual([]);
    await wordpress.runPhp(variables + php);
    const found = await readAll(since);
    const keys = entries.map((key) => key.replace(/\$(\w+)/, (_, name: string) => String(ids[name])));
    expect(keysOf(found)).toEqual(expect.arrayContaining(keys));
    const [kind = '', id = ''] = (keys[0] ?? '').split(' ');
    expect(find(found, kind, id)?.data === null).toBe(isGone ?? false);
  });

  test('once, however often it is saved, until its mark is old enough', async () => {
    const since = await settle();
    for (const title of ['One', 'Two'])
      await editPage(wordpress.editor, about, { acf: { hero_title: title } });
    const first = await read(`since=${since}&limit=1`);
    expect(first.cursor).toBe(since);
    const found = await readAll(since);
    expect(keysOf(found).filter((key) => key === `page ${about}`)).toHaveLength(1);
    expect(find(found, 'page', about)?.data).toMatchObject({ acf: { hero_title: 'Two' } });
    // Another request may have written before it and become visible later, so it is read again.
    expect(keysOf(await readAll(since))).toEqual(keysOf(found));
    expect(await readAll(await settle())).toEqual([]);
  });

  test('not if nobody but editors sees it', async () => {
    const since = await settle();
    await wordpress.editor.get(`/wp/v2/pages/${about}?context=edit`);
    await wordpress.editor.post(`/wp/v2/pages/${about}/autosaves`, { title: 'Only a draft of it' });
    expect(await readAll(since)).toEqual([]);
  });

  test('and in the log, which names no page for a comment with its number', async () => {
    const described = await wordpress.runPhp(`
      require_once WP_PLUGIN_DIR . '/lintel/admin/notices-screen.php';
      $titled = array();
      foreach ( lintel_feed_kinds() as $kind => $of ) {
        $text = lintel_describe_changes( array( array( 'type' => $kind, 'id' => '${about}' ) ) );
        if ( false !== strpos( $text, html_entity_decode( get_the_title( ${about} ), ENT_QUOTES, 'UTF-8' ) ) ) {
          $titled[] = $kind;
        }
      }
      $types = array( array( 'type' => 'post', 'id' => '${about}' ), array( 'type' => 'page', 'id' => '${about}' ) );
      return array( $titled, lintel_describe_changes( $types ) === lintel_describe_changes( array_slice( $types, 1 ) ) );
    `);
    expect(described).toEqual([['page', 'section', 'template', 'post', 'media'], true]);
  });

  test('of a kind that another plugin adds, too', async () => {
    await wordpress.addPlugin(
      'listings',
      `add_action( 'init', static function () {
        register_post_type( 'listing', array( 'public' => true, 'show_in_rest' => true ) );
      } );
      add_filter( 'lintel_feed_kinds', static function ( $kinds ) {
        return $kinds + array( 'listing' => array( 'post_type' => 'listing' ) );
      } );`,
    );
    const since = await settle();
    const id = await wordpress.runPhp(
      `return wp_insert_post( array( 'post_type' => 'listing', 'post_title' => 'A house', 'post_status' => 'publish' ) );`,
    );
    expect(find(await readAll(since), 'listing', Number(id))?.data).toMatchObject({ slug: 'a-house' });
    expect(find(await readAll('0'), 'listing', Number(id))).toBeDefined();
  });
});

describe('a mark that the table does not have is answered with a reset', () => {
  let since: string;
  beforeEach(async () => {
    since = await settle();
  });
  const isReset = async () =>
    z
      .object({ reset: z.boolean().default(false) })
      .parse(await wordpress.editor.get(`/lintel/v1/changes?since=${since}`)).reset;

  test.each([
    ['when the table was emptied', `$GLOBALS['wpdb']->query( 'DELETE FROM ' . lintel_changes_table() );`],
    [
      'when WordPress was restored from a backup, and edited until the numbers are as high again',
      `$GLOBALS['wpdb']->query( 'DELETE FROM ' . lintel_changes_table() . " WHERE kind = 'mark'" );
       for ( $edit = 0; $edit < 5; $edit++ ) { lintel_store_changes( array( array( 'type' => 'page', 'id' => '1' ) ) ); }`,
    ],
    ['when the table is gone', `$GLOBALS['wpdb']->query( 'DROP TABLE ' . lintel_changes_table() );`],
    [
      'when the address of the site changes',
      `update_option( 'permalink_structure', '/%year%/%postname%/' );`,
    ],
    [
      'when a category in the links of posts changes',
      `wp_update_term( get_option( 'default_category' ), 'category', array( 'slug' => 'changed-slug' ) );`,
      `update_option( 'permalink_structure', '/%category%/%postname%/' );`,
    ],
    ['when a plugin was switched off', `deactivate_plugins( 'listings/listings.php' );`],
  ])('%s', async (_when, php, before = '') => {
    if (before !== '') {
      await wordpress.runPhp(before);
      since = await settle();
    }
    expect(await isReset()).toBe(false);
    await wordpress.runPhp(php);
    expect(await isReset()).toBe(true);
    const { cursor } = await read('since=0&limit=1');
    expect(await readAll(cursor)).toEqual(expect.any(Array));
  });

  test('but not after a quiet week, in which only old changes are removed', async () => {
    await wordpress.runPhp(
      `$GLOBALS['wpdb']->query( 'UPDATE ' . lintel_changes_table() . ' SET noted_at = 1 WHERE 1 = 1' );`,
    );
    await editPage(wordpress.editor, about, { acf: { hero_title: 'After a week' } });
    expect(await isReset()).toBe(false);
    const count = `(int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . lintel_changes_table() . ' WHERE noted_at = 1' )`;
    expect(await wordpress.runPhp(`return ${count};`)).toBe(1);
  });
});

test('a list that WordPress cannot read is an error, never an empty list', async () => {
  await wordpress.addPlugin(
    'broken',
    `add_filter( 'rest_pre_dispatch', static function ( $answer, $server, $request ) {
      return '/wp/v2/pages' === $request->get_route() ? new WP_Error( 'broken', '', array( 'status' => 503 ) ) : $answer;
    }, 10, 3 );`,
  );
  await expect(readAll('0')).rejects.toThrow('lintel_unreadable');
  await wordpress.runPhp(`deactivate_plugins( 'broken/broken.php' );`);
});
