import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phpTokens, type PhpToken } from './php-tokens.ts';
import { filesIn, pluginHeader } from './plugin-zip.ts';

/** A text of the plugin that can be translated. */
export interface TranslatableText {
  text: string;
  plural: string | null;
  context: string | null;
  /** Notes for translators. */
  comments: readonly string[];
  /** The files that contain it. */
  files: readonly string[];
}

/** A translatable text with the line of its call and the comment before it. */
interface FoundText extends Omit<TranslatableText, 'comments' | 'files'> {
  comment: string | null;
  line: number;
}

/** The arguments of a function that translates, in their order. */
type Arguments = readonly ('text' | 'plural' | 'number' | 'context' | 'domain')[];

/** WordPress's functions that translate: https://developer.wordpress.org/plugins/internationalization/ */
const FUNCTIONS: Readonly<Record<string, Arguments>> = {
  __: ['text', 'domain'],
  _e: ['text', 'domain'],
  esc_html__: ['text', 'domain'],
  esc_html_e: ['text', 'domain'],
  esc_attr__: ['text', 'domain'],
  esc_attr_e: ['text', 'domain'],
  _x: ['text', 'context', 'domain'],
  _ex: ['text', 'context', 'domain'],
  esc_html_x: ['text', 'context', 'domain'],
  esc_attr_x: ['text', 'context', 'domain'],
  _n: ['text', 'plural', 'number', 'domain'],
  _nx: ['text', 'plural', 'number', 'context', 'domain'],
  _n_noop: ['text', 'plural', 'domain'],
  _nx_noop: ['text', 'plural', 'context', 'domain'],
};
/** Headers of the main file that WordPress translates in its list of plugins. */
const HEADERS = ['Plugin Name', 'Description', 'Author'] as const;
const PLACEHOLDER = /%(?:\d+\$)?[+-]?\d*(?:\.\d+)?[bcdeEfFgGosuxX]/;

/**
 * Returns the plugin's translatable texts. Throws an `Error` that names every call whose text, plural or context is not
 * a plain string, or whose text domain is not the plugin's, because WordPress would find no translation for them.
 */
export function translatableTexts(plugin: string): TranslatableText[] {
  const domain = pluginHeader(plugin, 'Text Domain');
  const texts = new Map<string, TranslatableText>();
  const faults: string[] = [];
  const add = (file: string, { text, plural, context, comment }: Omit<FoundText, 'line'>) => {
    const key = `${context ?? ''}\u0004${text}`;
    const known = texts.get(key) ?? { text, plural: null, context, comments: [], files: [] };
    texts.set(key, {
      ...known,
      plural: known.plural ?? plural,
      comments: comment === null ? known.comments : [...new Set([...known.comments, comment])],
      files: [...new Set([...known.files, file])],
    });
  };
  for (const name of HEADERS) {
    const found = { text: pluginHeader(plugin, name), plural: null, context: null };
    add('lintel.php', { ...found, comment: `${name} of the plugin` });
  }
  for (const file of filesIn(plugin).filter((name) => name.endsWith('.php'))) {
    for (const found of findTranslatableTexts(readFileSync(join(plugin, file), 'utf8'), domain)) {
      if (typeof found === 'string') faults.push(`${file}, ${found}`);
      else add(file, found);
    }
  }
  if (faults.length > 0) throw new Error(`These texts cannot be translated:\n${faults.join('\n')}`);
  return [...texts.values()];
}

/**
 * Returns the translatable texts in PHP code. A string in the result is the fault of a call that cannot be
 * translated.
 */
export function findTranslatableTexts(code: string, domain: string): (FoundText | string)[] {
  const tokens = phpTokens(code);
  return tokens.flatMap((token, at) => {
    const names = token.kind === 'name' ? FUNCTIONS[token.text] : undefined;
    const before = tokens[at - 1]?.text;
    if (
      !names ||
      tokens[at + 1]?.text !== '(' ||
      before === '->' ||
      before === '::' ||
      before === 'function'
    ) {
      return [];
    }
    return [readCall(token, names, { tokens, at, domain })];
  });
}

function readCall(
  { text: name, line }: PhpToken,
  names: Arguments,
  { tokens, at, domain }: { tokens: readonly PhpToken[]; at: number; domain: string },
): FoundText | string {
  const given = argumentsAt(tokens, at + 1);
  const read = (argument: Arguments[number]) => {
    const found = given[names.indexOf(argument)];
    return names.includes(argument) && found ? literal(found) : null;
  };
  const [text, plural, context] = [read('text'), read('plural'), read('context')];
  if (text === null || text === '') return `line ${line}: the text of ${name}() is not a plain string.`;
  if (names.includes('plural') && plural === null)
    return `line ${line}: the plural of ${name}() is not a plain string.`;
  if (names.includes('context') && context === null)
    return `line ${line}: the context of ${name}() is not a plain string.`;
  if (read('domain') !== domain) return `line ${line}: the text domain of ${name}() is not '${domain}'.`;
  return { text, plural, context, comment: commentBefore(tokens, at), line };
}

/** Returns the arguments of a call; `open` is the position of its parenthesis. */
function argumentsAt(tokens: readonly PhpToken[], open: number): PhpToken[][] {
  const found: PhpToken[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(open)) {
    const isSign = token.kind === 'sign';
    if (isSign && '([{'.includes(token.text)) depth += 1;
    if (isSign && ')]}'.includes(token.text)) depth -= 1;
    if (depth === 0) break;
    if (isSign && token.text === ',' && depth === 1) found.push([]);
    else if (token.kind !== 'comment' && !(isSign && token.text === '(' && depth === 1))
      found.at(-1)?.push(token);
  }
  return found;
}

/** Returns the value of an argument that is a string, or several joined with dots; otherwise null. */
function literal(argument: readonly PhpToken[]): string | null {
  const isJoined = argument.every(({ kind, text }, at) => (at % 2 === 0 ? kind === 'string' : text === '.'));
  if (!isJoined || argument.length % 2 === 0) return null;
  return argument
    .filter(({ kind }) => kind === 'string')
    .map(({ text }) => text)
    .join('');
}

/** Returns the note for translators that ends on the line of a call or on the one before. */
function commentBefore(tokens: readonly PhpToken[], at: number): string | null {
  const line = tokens[at]?.line ?? 0;
  for (let before = at - 1; before >= 0; before -= 1) {
    const token = tokens[before];
    if (!token || token.lastLine < line - 1) return null;
    const note =
      token.kind === 'comment' ? /translators:\s*(.*?)\s*(?:\*\/)?$/is.exec(token.text)?.[1] : undefined;
    if (note !== undefined) return `translators: ${note.replace(/\s+/g, ' ')}`;
  }
  return null;
}

/**
 * Returns the contents of the plugin's `.pot` file, the template for translators. It contains no line numbers and no
 * time, so it changes only with the plugin's texts, their comments and files, and its name and version. Throws an
 * `Error` as `translatableTexts` does.
 */
export function translationTemplate(plugin: string): string {
  const header = [
    `Project-Id-Version: ${pluginHeader(plugin, 'Plugin Name')} ${pluginHeader(plugin, 'Version')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    `X-Domain: ${pluginHeader(plugin, 'Text Domain')}`,
  ].map((each) => quoted(`${each}\n`));
  const entries = translatableTexts(plugin).map(templateEntry);
  return [['msgid ""', 'msgstr ""', ...header], ...entries]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

/** Returns the lines of a text in the template. */
function templateEntry({ text, plural, context, comments, files }: TranslatableText): string[] {
  return [
    ...comments.map((comment) => `#. ${comment}`),
    ...files.map((file) => `#: ${file}`),
    ...(PLACEHOLDER.test(plural ?? text) ? ['#, php-format'] : []),
    ...(context === null ? [] : [`msgctxt ${quoted(context)}`]),
    `msgid ${quoted(text)}`,
    ...(plural === null ? ['msgstr ""'] : [`msgid_plural ${quoted(plural)}`, 'msgstr[0] ""', 'msgstr[1] ""']),
  ];
}

function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return `"${escaped}"`;
}
