import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signRequest } from '../../server/content/rest/signed-request.ts';
import { connectSite } from './support/connect-site.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let site: OpenSite;
let post: { id: number; path: string };

const ids = z.array(z.number());
const EMAIL = 'jane@visitor.test';
const SECRET = 'the-secret-of-the-tests-of-comments';

/** Adds comments as PHP arrays, oldest first, and returns their ids. */
async function add(...comments: string[]): Promise<number[]> {
  return ids.parse(
    await wordpress.runPhp(`
      $ids = array();
      foreach ( array( ${comments.map((each) => `array( ${each} )`).join(', ')} ) as $at => $comment ) {
        $parent = isset( $comment['answers'] ) ? array( 'comment_parent' => $ids[ $comment['answers'] ] ) : array();
        $ids[] = wp_insert_comment( $parent + $comment + array(
          'comment_post_ID'      => ${post.id},
          'comment_author'       => 'Jane',
          'comment_author_email' => '${EMAIL}',
          'comment_author_IP'    => '203.0.113.9',
          'comment_content'      => "Comment $at",
          'comment_date_gmt'     => gmdate( 'Y-m-d H:i:s', 1700000000 + 60 * $at ),
          'comment_date'         => gmdate( 'Y-m-d H:i:s', 1700000000 + 60 * $at ),
        ) );
      }
      return $ids;
    `),
  );
}

const empty = () =>
  wordpress.runPhp(`
    foreach ( $GLOBALS['wpdb']->get_col( "SELECT comment_ID FROM {$GLOBALS['wpdb']->comments}" ) as $id ) wp_delete_comment( $id, true );
  `);

/** Returns the nested list of comments in a document: each is its number and those below it. */
function nested(html: string): string {
  const { document } = new JSDOM(html).window;
  const items = [...document.querySelectorAll('li[id^="comment-"]')];
  const levelOf = (item: Element) => items.filter((each) => each !== item && each.contains(item)).length;
  return items.map((item) => `${'>'.repeat(levelOf(item))}${item.id.slice('comment-'.length)}`).join(' ');
}

/** Returns the post's document. New texts are sanitized in the background, and a page waits for them for two seconds only. */
async function ours(query = ''): Promise<string> {
  await site.page(post.path + query);
  await site.content.htmlSettled();
  return (await site.page(post.path + query)).html;
}
const set = (options: Readonly<Record<string, string | number>>) =>
  wordpress.runPhp(
    Object.entries(options)
      .map(([name, value]) => `update_option( '${name}', ${JSON.stringify(value)} );`)
      .join('\n'),
  );

beforeAll(async () => {
  wordpress = await startWordPress();
  await wordpress.addPlugin(
    'comments',
    `// The development WordPress shows no avatars, so that its screens ask no other host.
    add_filter( 'pre_option_show_avatars', '__return_true', 20 );
    // WordPress takes one comment of an address in 15 seconds.
    add_filter( 'comment_flood_filter', '__return_false', 20 );`,
  );
  site = await openSite(wordpress.env);
  const made = z.object({ id: z.number(), slug: z.string() }).parse(
    await wordpress.editor.post('/wp/v2/posts', {
      title: 'With comments',
      content: 'Text',
      status: 'publish',
      comment_status: 'open',
    }),
  );
  post = { id: made.id, path: `/${made.slug}` };
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

test('a comment that is approved, edited, spammed, restored or deleted is seen here; nothing of its author is', async () => {
  const [id = 0] = await add(`'comment_approved' => 0, 'comment_content' => 'Waits for approval'`);
  expect((await ours()).includes('Waits for approval')).toBe(false);
  await wordpress.runPhp(`wp_set_comment_status( ${id}, 'approve' );`);
  const html = await ours();
  expect(html.includes('Waits for approval')).toBe(true);
  expect(html.includes('1 comment<')).toBe(true);
  expect(/<img src="\/[^"]+" alt="" width="48"/.test(html)).toBe(true);
  for (const secret of [EMAIL, '203.0.113.9', 'gravatar.com'])
    expect([secret, html.includes(secret)]).toEqual([secret, false]);
  const [entry] = site.content.snapshot()?.comments(post.id) ?? [];
  expect(JSON.stringify(entry)).not.toMatch(/jane@|203\.0/);
  expect(Object.keys(entry?.data ?? {}).toSorted()).toEqual([
    'author',
    'author_avatar_urls',
    'author_name',
    'author_url',
    'content',
    'date_gmt',
    'id',
    'parent',
    'post',
    'type',
  ]);

  await wordpress.runPhp(
    `wp_update_comment( array( 'comment_ID' => ${id}, 'comment_content' => 'Edited' ) );`,
  );
  expect((await ours()).includes('<p>Edited</p>')).toBe(true);
  await wordpress.runPhp(`wp_spam_comment( ${id} );`);
  expect((await ours()).includes('comment-')).toBe(false);
  await wordpress.runPhp(`wp_unspam_comment( ${id} ); wp_set_comment_status( ${id}, 'approve' );`);
  expect((await ours()).includes(`id="comment-${id}"`)).toBe(true);
  await wordpress.runPhp(`wp_delete_comment( ${id}, true );`);
  expect((await ours()).includes('comment-')).toBe(false);
});

test('the replies to a deleted comment go to the one above it', async () => {
  const [first, second, third] = await add('', `'answers' => 0`, `'answers' => 1`);
  expect(nested(await ours())).toBe(`${first} >${second} >>${third}`);
  await wordpress.runPhp(`wp_delete_comment( ${second}, true );`);
  expect(nested(await ours())).toBe(`${first} >${third}`);
  await empty();
});

test('the comments of a post come and go with it', async () => {
  const [id] = await add('');
  expect((await ours()).includes(`id="comment-${id}"`)).toBe(true);
  const known = () => site.content.snapshot()?.comments(post.id).length;
  for (const hidden of [{ status: 'draft' }, { password: 'secret', status: 'publish' }]) {
    await wordpress.editor.post(`/wp/v2/posts/${post.id}`, hidden);
    await site.read();
    expect([hidden, known()]).toEqual([hidden, 0]);
    await wordpress.editor.post(`/wp/v2/posts/${post.id}`, { status: 'publish', password: '' });
    await site.read();
    expect([hidden, known()]).toEqual([hidden, 1]);
  }
  await empty();
});

test('notes of editors and orders of a shop are not comments of visitors', async () => {
  const [, pingback] = await add(
    `'comment_type' => 'note', 'comment_content' => 'For editors'`,
    `'comment_type' => 'pingback', 'comment_author' => 'A blog', 'comment_author_url' => 'https://blog.example/'`,
    `'comment_type' => 'order_note', 'comment_content' => 'An order'`,
  );
  const html = await ours();
  expect(nested(html)).toBe(String(pingback));
  expect(html.includes('Pingback')).toBe(true);
  expect(/For editors|An order/.test(html)).toBe(false);
  await empty();
});

describe('threads and pages are WordPress’s own', () => {
  beforeAll(async () => {
    // Three threads, one with six levels, and a reply whose parent is not public.
    await add(
      '',
      '',
      `'answers' => 0`,
      `'answers' => 2`,
      `'answers' => 3`,
      `'answers' => 4`,
      `'answers' => 5`,
      `'answers' => 3`,
      '',
      `'comment_approved' => 0`,
      `'answers' => 9`,
      `'comment_type' => 'pingback'`,
    );
  });

  const DEFAULTS = {
    thread_comments: 1,
    thread_comments_depth: 5,
    page_comments: 0,
    comments_per_page: 50,
    default_comments_page: 'newest',
    comment_order: 'asc',
  };
  test.each([
    { options: {}, pages: [''] },
    { options: { thread_comments_depth: 2 }, pages: [''] },
    { options: { thread_comments_depth: 3, comment_order: 'desc' }, pages: [''] },
    { options: { thread_comments: 0 }, pages: [''] },
    { options: { page_comments: 1, comments_per_page: 2 }, pages: ['', '1', '2'] },
    {
      options: {
        page_comments: 1,
        comments_per_page: 3,
        default_comments_page: 'oldest',
        comment_order: 'desc',
      },
      pages: ['', '1', '2'],
    },
    {
      options: { page_comments: 1, comments_per_page: 4, thread_comments: 0, comment_order: 'desc' },
      pages: ['', '1', '2', '3'],
    },
  ])('$options', { timeout: 120_000 }, async ({ options, pages }) => {
    await set({ ...DEFAULTS, ...options });
    for (const page of pages) {
      const response = await fetch(`${wordpress.url}/?p=${post.id}${page === '' ? '' : `&cpage=${page}`}`);
      const theirs = nested(await response.text());
      expect(theirs).not.toBe('');
      expect([page, nested(await ours(page === '' ? '' : `?cpage=${page}`))]).toEqual([page, theirs]);
    }
  });
});

describe('a comment that is written here', () => {
  const JANE = {
    author: 'Jane <b>Doe</b> \\ "J"',
    email: EMAIL,
    comment: 'Is it <script>alert(1)</script> \\ "for sale"?',
  };
  const write = (fields: Record<string, string>) =>
    fetch(`${site.url}/api/comments`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...JANE, post: String(post.id), ...fields }),
    });
  const rows = z.array(z.record(z.string(), z.string()));
  const stored = async () =>
    rows.parse(
      await wordpress.runPhp(
        `return $GLOBALS['wpdb']->get_results( "SELECT * FROM {$GLOBALS['wpdb']->comments} ORDER BY comment_ID", ARRAY_A );`,
      ),
    );

  beforeAll(async () => {
    await empty();
    await set({ page_comments: 0, thread_comments: 1, comment_order: 'asc' });
    await wordpress.runPhp(`
      update_option( LINTEL_SETTINGS_OPTION, array( 'comments' => 'open' ) + (array) get_option( LINTEL_SETTINGS_OPTION, array() ) );
    `);
    await site.read();
  });

  test('waits in WordPress for approval, once, as if its own form had sent it; then it is seen here', async () => {
    expect((await write({})).status).toBe(303);
    await site.deliverComments();
    expect((await write({})).status).toBe(303);
    await site.deliverComments();
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      comment_post_ID: String(post.id),
      comment_author: 'Jane Doe \\ "J"',
      comment_author_email: EMAIL,
      comment_author_IP: '127.0.0.1',
      comment_agent: 'node',
      comment_approved: '0',
      comment_type: 'comment',
      user_id: '0',
    });
    expect(row?.['comment_content']).toContain('\\ "for sale"?');
    expect(row?.['comment_content']).not.toContain('<script');
    expect((await ours()).includes('for sale')).toBe(false);

    await wordpress.runPhp(`wp_set_comment_status( ${row?.['comment_ID']}, 'approve' );`);
    expect((await ours()).includes('for sale')).toBe(true);
    await write({ comment: 'An answer', parent: row?.['comment_ID'] ?? '' });
    await site.deliverComments();
    expect((await stored()).at(-1)).toMatchObject({
      comment_content: 'An answer',
      comment_parent: row?.['comment_ID'],
    });
    await empty();
  });

  test('is spam if a bot filled in the hidden input', async () => {
    await write({ comment: 'Buy now', website: 'https://spam.example' });
    await site.deliverComments();
    expect((await stored()).map((row) => row['comment_approved'])).toEqual(['spam']);
    await empty();
  });

  test('is not taken from others, nor where WordPress is closed; a repeat is the same comment', async () => {
    const body = { key: 'a'.repeat(64), post: post.id, name: 'Jane', email: EMAIL, body: 'Sent twice' };
    await expect(wordpress.anonymous.post('/lintel/v1/comments', body)).rejects.toThrow('401');
    const added = z.object({ id: z.number(), status: z.string() });
    const first = added.parse(await wordpress.editor.post('/lintel/v1/comments', body));
    expect(first.status).toBe('unapproved');
    expect(added.parse(await wordpress.editor.post('/lintel/v1/comments', body))).toEqual(first);
    const again = { ...body, key: 'b'.repeat(64) };
    await expect(wordpress.editor.post('/lintel/v1/comments', again)).rejects.toThrow('comment_duplicate');
    await connectSite(wordpress, 'https://www.example.com', SECRET);
    for (const [secret, status] of [
      ['another secret', 401],
      [SECRET, 200],
    ] as const) {
      const route = '/lintel/v1/comments';
      const text = JSON.stringify({ ...body, key: 'c'.repeat(64), body: 'Signed' });
      const signature = signRequest({ method: 'POST', route, body: text }, { secret, now: Date.now() });
      const headers = { 'Content-Type': 'application/json', 'X-Lintel-Signature': signature };
      const answered = await fetch(`${wordpress.url}/?rest_route=${route}`, {
        method: 'POST',
        headers,
        body: text,
      });
      expect([secret, answered.status]).toEqual([secret, status]);
    }
    await wordpress.editor.post(`/wp/v2/posts/${post.id}`, { comment_status: 'closed' });
    const other = { ...again, body: 'Too late' };
    await expect(wordpress.editor.post('/lintel/v1/comments', other)).rejects.toThrow(
      'lintel_comments_closed',
    );
    await site.read();
    expect((await write({ comment: 'Too late' })).status).toBe(410);
    expect((await stored()).map((row) => row['comment_content'])).toEqual(['Sent twice', 'Signed']);
  });
});
