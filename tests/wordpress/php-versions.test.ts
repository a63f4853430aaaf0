import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pluginFolder } from '../../wordpress/folders.ts';
import { startBarePhp } from '../../wordpress/start-php.ts';

/** Parses each text as PHP does, and prints the errors by name. */
const PARSER = `<?php
$errors = [];
foreach ( json_decode( file_get_contents( '/sources.json' ), true ) as $name => $source ) {
  try {
    token_get_all( $source, TOKEN_PARSE );
  } catch ( ParseError $error ) {
    $errors[] = $name . ':' . $error->getLine() . ' ' . $error->getMessage();
  }
}
echo json_encode( $errors );
`;

let sources: Record<string, string>;
beforeAll(async () => {
  const names = (await readdir(pluginFolder, { recursive: true })).filter((name) => name.endsWith('.php'));
  const texts = names.map(
    async (name) => [name, await readFile(path.join(pluginFolder, name), 'utf8')] as const,
  );
  sources = Object.fromEntries(await Promise.all(texts));
});

test.each(['7.4', '8.4'] as const)('PHP %s can parse every file of the plugin', async (version) => {
  expect(Object.keys(sources).length).toBeGreaterThan(30);
  expect(await syntaxErrors(version, sources)).toEqual([]);
});

test('newer syntax is found', async () => {
  const newer = { 'match.php': '<?php $x = match (1) { 1 => 2 };' };
  expect(await syntaxErrors('7.4', newer)).toEqual([expect.stringMatching(/^match\.php:1 syntax error/)]);
  expect(await syntaxErrors('8.4', newer)).toEqual([]);
});

async function syntaxErrors(version: '7.4' | '8.4', texts: Record<string, string>): Promise<string[]> {
  const php = await startBarePhp(version);
  php.writeFile('/sources.json', JSON.stringify(texts));
  php.writeFile('/parse.php', PARSER);
  const { text, errors } = await php.run({ scriptPath: '/parse.php' });
  const found = z.array(z.string()).safeParse(text.startsWith('[') ? JSON.parse(text) : null);
  if (!found.success) throw new Error(`PHP ${version} could not run: ${text} ${errors}`);
  return found.data;
}
