import { Parser } from 'htmlparser2';

const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'iframe']);
/** Elements that separate words, such as blocks and line breaks. */
const SEPARATE = new Set(
  'address article blockquote br caption cite dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li p pre section summary table td th tr ul ol'.split(
    ' ',
  ),
);

/** Maximum characters of a description. Search engines truncate descriptions at about this length. */
const DESCRIPTION_CHARACTERS = 160;
/** The number of characters to parse at a time. Parsing stops as soon as the text is long enough. */
const SLICE_CHARACTERS = 16_384;

/**
 * Converts HTML to the plain text that a reader sees: decodes entities, removes tags and scripts, and collapses white
 * space. Returns at most `most` characters.
 */
export function htmlToText(html: string, most = Number.POSITIVE_INFINITY): string {
  return /[<&]/.test(html) ? textOf(html, false, most) : collapsed(html.slice(0, most));
}

/** Like `htmlToText`, but with a space after elements that are displayed separately, for word counts and search. */
export function htmlToSpacedText(html: string, most = Number.POSITIVE_INFINITY): string {
  return /[<&]/.test(html) ? textOf(html, true, most) : collapsed(html.slice(0, most));
}

function textOf(html: string, separate: boolean, most: number): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (HIDDEN.has(name)) hidden += 1;
    },
    ontext: (part) => {
      if (hidden === 0) text += part;
    },
    onclosetag: (name) => {
      if (HIDDEN.has(name)) hidden -= 1;
      if (separate && SEPARATE.has(name)) text += ' ';
    },
  });
  for (let at = 0; at < html.length && text.length < most; at += SLICE_CHARACTERS) {
    parser.write(html.slice(at, at + SLICE_CHARACTERS));
  }
  parser.end();
  return collapsed(text.slice(0, most));
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Truncates text at a word boundary to the length of descriptions that search engines show, with an ellipsis. */
export function truncatedDescription(text: string): string {
  if (text.length <= DESCRIPTION_CHARACTERS) return text;
  const cut = text.slice(0, DESCRIPTION_CHARACTERS - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : undefined).replace(/[\s,;:.–—-]+$/, '')}…`;
}
