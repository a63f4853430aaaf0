/** A part of PHP code. Spaces, numbers and the text outside of `<?php … ?>` are left out. */
export interface PhpToken {
  /** `dynamic`: a heredoc or nowdoc, or a string with variables or character codes. */
  kind: 'name' | 'string' | 'dynamic' | 'comment' | 'sign';
  /** The value of a `string`, without quotes and escapes. Not usable for `dynamic`. Otherwise the code. */
  text: string;
  /** The lines where the token begins and ends, starting at 1. */
  line: number;
  lastLine: number;
}

const OPEN = /<\?(?:php\b|=)/g;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const HEREDOC = /<<<[ \t]*(["']?)(\w+)\1\r?\n/y;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  f: '\f',
  e: '\u001b',
};

/**
 * Splits PHP code into tokens, as far as the search for translatable texts needs them. Throws an `Error` if a string
 * or a heredoc has no end.
 */
export function phpTokens(code: string): PhpToken[] {
  const tokens: PhpToken[] = [];
  let at = 0;
  let line = 1;
  let lineAt = 0;

  /** Returns the line of a position. Positions must not decrease from call to call. */
  function lineOf(position: number): number {
    for (; lineAt < position; lineAt += 1) if (code[lineAt] === '\n') line += 1;
    return line;
  }
  function add(kind: PhpToken['kind'], text: string, end: number): void {
    const first = lineOf(at);
    tokens.push({ kind, text, line: first, lastLine: lineOf(end - 1) });
    at = end;
  }
  /** Returns the position after the next `text`, or `otherwise` if there is none. */
  function after(text: string, otherwise = code.length): number {
    const found = code.indexOf(text, at);
    return found === -1 ? otherwise : found + text.length;
  }

  while (at < code.length) {
    OPEN.lastIndex = at;
    if (!OPEN.exec(code)) break;
    at = OPEN.lastIndex;
    while (at < code.length && !code.startsWith('?>', at)) {
      const [first = '', second = ''] = [code[at], code[at + 1]];
      NAME.lastIndex = at;
      HEREDOC.lastIndex = at;
      const name = NAME.exec(code)?.[0];
      const heredoc = HEREDOC.exec(code);
      if (first + second === '/*') {
        add('comment', code.slice(at, after('*/')), after('*/'));
      } else if (first + second === '//' || (first === '#' && second !== '[')) {
        const end = Math.min(after('\n'), after('?>') === code.length ? code.length : after('?>') - 2);
        add('comment', code.slice(at, end), end);
      } else if (heredoc) {
        const end = new RegExp(`\\n[ \\t]*${heredoc[2]}\\b`, 'g');
        end.lastIndex = HEREDOC.lastIndex - 1;
        if (!end.exec(code)) throw new Error(`line ${lineOf(at)}: the heredoc has no end.`);
        add('dynamic', '', end.lastIndex);
      } else if (first === "'" || first === '"') {
        const { text, end, isDynamic } = readString(code, at);
        if (end > code.length) throw new Error(`line ${lineOf(at)}: the string has no end.`);
        add(isDynamic ? 'dynamic' : 'string', text, end);
      } else if (name !== undefined) {
        add('name', name, at + name.length);
      } else if (/[\s\d]/.test(first)) {
        at += 1;
      } else {
        const sign = ['->', '::', '?->'].find((each) => code.startsWith(each, at)) ?? first;
        add('sign', sign, at + sign.length);
      }
    }
    at += 2;
  }
  return tokens;
}

/** Reads the string at a position. If the string is not closed, `end` is greater than the length of the code. */
function readString(code: string, from: number): { text: string; end: number; isDynamic: boolean } {
  const quote = code[from];
  let text = '';
  let isDynamic = false;
  let at = from + 1;
  for (; at < code.length && code[at] !== quote; at += 1) {
    const [char = '', next = ''] = [code[at], code[at + 1]];
    if (char === '\\') {
      at += 1;
      if (next === '\\' || next === quote || (quote === '"' && next === '$')) text += next;
      else if (quote === '"' && next in ESCAPES) text += ESCAPES[next] ?? '';
      else text += char + next;
      // Character codes, such as \x41 and \u{2026}, are not decoded.
      if (quote === '"' && /[xu0-7]/.test(next)) isDynamic = true;
    } else {
      if (quote === '"' && (/\$[A-Za-z_{]/.test(char + next) || char + next === '{$')) isDynamic = true;
      text += char;
    }
  }
  return { text, end: at + 1, isDynamic };
}
