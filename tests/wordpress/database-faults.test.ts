import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPage, editPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/* Writes of section values that the database refuses. */

let wordpress: TestWordPress;
let pages = 0;
beforeAll(async () => {
  wordpress = await startWordPress();
});
afterAll(() => wordpress?.remove());

/** PHP that has every query with this beginning fail, without a message in the log. */
const failing = (beginning: string) => `
  global $wpdb;
  $wpdb->suppress_errors( true );
  add_filter( 'query', static function ( $query ) use ( $wpdb ) {
    return 0 === strpos( $query, "${beginning}" ) ? 'SELECT broken' : $query;
  } );`;

const rows = (count: number, text: string) =>
  Array.from({ length: count }, (_, row) => ({ question: `${text} ${row}`, answer: `<p>${text}</p>` }));

async function createQuestions(count: number): Promise<number> {
  pages += 1;
  return createPage(wordpress.editor, {
    slug: `asked-${pages}`,
    title: 'Asked',
    acf: {
      page_layout: JSON.stringify([{ block: 'faq', key: 'faq' }]),
      faq_title: 'Before',
      faq_items: rows(count, 'Before'),
    },
  });
}

async function stored(page: number): Promise<Record<string, unknown>> {
  const answer = await wordpress.editor.get(`/wp/v2/pages/${page}?_fields=acf`);
  return z.object({ acf: z.record(z.string(), z.unknown()) }).parse(answer).acf;
}

/** Writes values while some queries fail, and returns the status of the error, and the number of metas before and after. */
async function write(page: number, acf: Record<string, unknown>, faults: string): Promise<unknown> {
  const encoded = Buffer.from(JSON.stringify(acf)).toString('base64');
  return wordpress.runPhp(`${faults}
    $number  = static function () {
      return (int) $GLOBALS['wpdb']->get_var( 'SELECT COUNT(*) FROM ' . $GLOBALS['wpdb']->postmeta . ' WHERE post_id = ${page}' );
    };
    $before  = $number();
    $written = lintel_write_sections( get_post( ${page} ), json_decode( base64_decode( '${encoded}' ), true ) );
    return array( is_wp_error( $written ) ? $written->get_error_data()['status'] : $written, $number() - $before );`);
}

const INSERT_MANY = 'INSERT INTO {$wpdb->postmeta} (post_id, meta_key, meta_value) VALUES';
const INSERT_ONE = 'INSERT INTO `{$wpdb->postmeta}`';
const UPDATE_ONE = 'UPDATE `{$wpdb->postmeta}`';

describe('a write that the database refuses is an error, and what was stored is kept', () => {
  test('of a long list', async () => {
    const page = await createQuestions(20);
    const before = await stored(page);
    expect(before['faq_items']).toHaveLength(20);
    const after = { faq_title: 'After', faq_items: rows(20, 'After') };
    expect(await write(page, after, failing(INSERT_MANY))).toEqual([500, 0]);
    expect(await stored(page)).toEqual(before);
    expect(await write(page, { ...after, faq_items: rows(19, 'After') }, '')).toEqual([true, -4]);
    expect(await stored(page)).toMatchObject({ faq_items: rows(19, 'After') });
  });

  test('of a list of which only the first rows are stored', async () => {
    const page = await createQuestions(3);
    const before = await stored(page);
    const second = `
      $inserts = 0;
      ${failing(INSERT_MANY).replace('use ( $wpdb )', 'use ( $wpdb, &$inserts )').replace('? ', '&& ++$inserts > 1 ? ')}`;
    expect(await write(page, { faq_items: rows(60, 'After') }, second)).toEqual([500, 0]);
    expect(await stored(page)).toEqual(before);
  });

  test.each([
    ['a new row', INSERT_ONE, { faq_title: 'After', faq_items: rows(4, 'Before') }],
    ['a changed one', UPDATE_ONE, { faq_items: rows(2, 'After') }],
  ])('of a few values, of %s', async (_, query, acf) => {
    const page = await createQuestions(3);
    const before = await stored(page);
    expect(await write(page, acf, failing(query))).toEqual([500, 0]);
    expect(await stored(page)).toEqual(before);
  });
});

test('REST answers it with status 500', async () => {
  const page = await createQuestions(1);
  await wordpress.addPlugin(
    'refuses',
    failing(UPDATE_ONE)
      .replace('$query, "', `$query, "`)
      .replace(
        '0 === strpos',
        `isset( $_GET['rest_route'] ) && false !== strpos( $_GET['rest_route'], '/pages/${page}' ) && false !== strpos( $query, 'faq_title' ) && 0 === strpos`,
      ),
  );
  await expect(editPage(wordpress.editor, page, { acf: { faq_title: 'After' } })).rejects.toThrow(
    /is 500: .*lintel_not_stored/,
  );
  expect(await stored(page)).toMatchObject({ faq_title: 'Before' });
  await wordpress.runPhp(`deactivate_plugins( 'refuses/refuses.php' );`);
});

test('a table whose character set is utf8 keeps emoji', async () => {
  const page = await createQuestions(1);
  const olderTable = `add_filter( 'pre_get_col_charset', static function ( $charset, $table, $column ) { return 'meta_value' === $column ? 'utf8' : $charset; }, 10, 3 );`;
  const few = { faq_title: 'Keys 🔑 – ⌚ & 𝔸' };
  const many = { faq_items: rows(30, 'Keys 🔑') };
  expect(await write(page, few, olderTable)).toEqual([true, 0]);
  expect(await write(page, many, olderTable)).toEqual([true, 116]);
  expect(await stored(page)).toMatchObject({ ...few, ...many });
  expect(await wordpress.runPhp(`return get_post_meta( ${page}, 'faq_title', true );`)).toBe(
    'Keys &#x1f511; – ⌚ & &#x1d538;',
  );
});
