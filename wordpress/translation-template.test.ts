import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginFolder, translationTemplatePath } from './folders.ts';
import { filesIn } from './plugin-zip.ts';
import { findTranslatableTexts, translatableTexts, translationTemplate } from './translation-template.ts';

const read = (code: string) => findTranslatableTexts(`<?php\n${code}`, 'lintel');

test('the template in the plugin is the one of its texts', () => {
  const written = readFileSync(translationTemplatePath, 'utf8');
  expect(written === translationTemplate(pluginFolder), 'Run: node wordpress/build-plugin.ts').toBe(true);
});

test('texts are found with their plural, context, and the note for translators above them', () => {
  expect(
    read(`
      echo esc_html__( 'It isn\\'t "there".', 'lintel' );
      /* translators: %d: number
         of pages. */
      $a = sprintf( _n( '%d page', '%d pages', count( $pages, 1 ), 'lintel' ), 1 );

      echo _x( "Post\\n" . 'noun', 'a noun', 'lintel' );
    `),
  ).toEqual([
    { text: 'It isn\'t "there".', plural: null, context: null, comment: null, line: 3 },
    {
      text: '%d page',
      plural: '%d pages',
      context: null,
      comment: 'translators: %d: number of pages.',
      line: 6,
    },
    { text: 'Post\nnoun', plural: null, context: 'a noun', comment: null, line: 8 },
  ]);
});

test('nothing is found in comments, strings, heredocs, HTML, and methods of the same name', () => {
  expect(
    findTranslatableTexts(
      `__( 'HTML', 'lintel' ) <?php // __( 'comment', 'lintel' )
      # __( 'comment', 'lintel' )
      /* __( 'comment', 'lintel' ) */ $a = "__( 'string', 'lintel' )";
      $b = <<<TEXT
        __( 'heredoc', 'lintel' )
        TEXT;
      $c->__( 'method' ); D::__( 'method' ); function __( $text ) {}
      // A comment ends here: ?> __( 'HTML', 'lintel' ) <?= __( 'found', 'lintel' ) ?>`,
      'lintel',
    ),
  ).toMatchObject([{ text: 'found' }]);
});

test('what no translation would be found for is a fault', () => {
  expect(
    read(`__( $text, 'lintel' ); __( "Hello $name", 'lintel' ); __( 'No domain' ); __( 'Other', 'other' );
      _n( 'One', $many, 2, 'lintel' );`),
  ).toEqual([
    'line 2: the text of __() is not a plain string.',
    'line 2: the text of __() is not a plain string.',
    "line 2: the text domain of __() is not 'lintel'.",
    "line 2: the text domain of __() is not 'lintel'.",
    'line 3: the plural of _n() is not a plain string.',
  ]);
});

test('every text with a placeholder has a note for translators', () => {
  const silent = translatableTexts(pluginFolder).filter(
    ({ text, comments }) => /%(\d\$)?[sd]/.test(text) && comments.length === 0,
  );
  expect(silent.map(({ text }) => text)).toEqual([]);
});

test('the scripts of the plugin have no texts of their own: PHP passes them on', () => {
  const scripts = filesIn(pluginFolder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts) {
    const code = readFileSync(join(pluginFolder, name), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    expect(code, name).not.toMatch(/wp\.i18n|(['"`])[A-Z][a-z]+ [a-z]+[^'"`]*\1/);
  }
});
