import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pluginFolder } from '../../wordpress/folders.ts';
import { filesIn } from '../../wordpress/plugin-zip.ts';
import { startBarePhp } from '../../wordpress/start-php.ts';
import { translatableTexts } from '../../wordpress/translation-template.ts';

/**
 * Finds the calls of WordPress's functions that translate with PHP's own tokenizer, and has PHP evaluate their first
 * arguments, which must be strings.
 */
const FINDER = `<?php
$names = array( '__', '_e', '_x', '_ex', '_n', '_nx', '_n_noop', '_nx_noop', 'esc_html__', 'esc_html_e', 'esc_html_x', 'esc_attr__', 'esc_attr_e', 'esc_attr_x' );
$found = array();
foreach ( json_decode( file_get_contents( '/sources.json' ), true ) as $file => $source ) {
  $tokens = array_values( array_filter( token_get_all( $source ), static function ( $token ) {
    return ! is_array( $token ) || ! in_array( $token[0], array( T_WHITESPACE, T_COMMENT, T_DOC_COMMENT ), true );
  } ) );
  foreach ( $tokens as $at => $token ) {
    if ( ! is_array( $token ) || T_STRING !== $token[0] || ! in_array( $token[1], $names, true ) || '(' !== $tokens[ $at + 1 ] ) {
      continue;
    }
    $code = '';
    for ( $next = $at + 2; is_array( $tokens[ $next ] ) || '.' === $tokens[ $next ]; $next++ ) {
      $code .= is_array( $tokens[ $next ] ) ? $tokens[ $next ][1] : '.';
    }
    $found[] = array( $file, eval( "return $code;" ) );
  }
}
echo json_encode( $found );
`;

test('the template has exactly the texts that PHP finds in the plugin', async () => {
  const names = filesIn(pluginFolder).filter((name) => name.endsWith('.php'));
  const sources = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(pluginFolder, name), 'utf8')] as const),
  );
  const php = await startBarePhp('8.4');
  php.writeFile('/sources.json', JSON.stringify(Object.fromEntries(sources)));
  php.writeFile('/find.php', FINDER);
  const { text } = await php.run({ scriptPath: '/find.php' });
  const found = z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(text));
  const pairs = (list: readonly (readonly [string, string])[]) =>
    new Set(list.map((pair) => JSON.stringify(pair)));
  const expected = pairs(found);
  expect(expected.size).toBeGreaterThan(200);
  const headers = new Set(['Plugin Name', 'Description', 'Author'].map((name) => `${name} of the plugin`));
  const ours = translatableTexts(pluginFolder)
    .filter(({ comments }) => !comments.some((comment) => headers.has(comment)))
    .flatMap(({ text, files }) => files.map((file) => [file, text] as const));
  expect(pairs(ours)).toEqual(expected);
});
