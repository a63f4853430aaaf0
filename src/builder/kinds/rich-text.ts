import { z } from 'zod';
import { textToHtmlParagraphs } from '../../contracts/text-to-html-paragraphs.ts';
import { quoteValue, unusableResult } from '../normalise-result.ts';
import { isUnset } from '../raw-value.ts';
import { LONG_LINE, LONG_WORD } from './example-text.ts';
import type { FieldKindDefinition } from './kind.ts';
import { MAX_CONTENT_CHARACTERS, textLengthFault } from './length-limits.ts';
import { textToForm } from './text.ts';

const LONG_HTML = [
  `<h3>${LONG_LINE}</h3>`,
  `<p>${LONG_LINE}. <strong>${LONG_LINE}.</strong> <a href="/contact">${LONG_LINE}</a>.</p>`,
  `<ul><li>${LONG_LINE}</li><li>${LONG_LINE}</li></ul>`,
  `<table><tr><th>${LONG_WORD}</th><th>Price</th></tr><tr><td>${LONG_LINE}</td><td>$1,250,000</td></tr></table>`,
].join('');

/** The field kind for formatted text: HTML that is sanitized before it reaches a view. */
export const richTextKind = {
  name: 'Formatted text',
  input: { name: 'html' },
  isPreset: false,
  schema: () => z.string().min(1),
  isSet: (raw) => !isUnset(raw),
  lengthFault: (_field, raw) => textLengthFault(raw, MAX_CONTENT_CHARACTERS.richText),
  normalise: (_field, raw, { html }) =>
    typeof raw === 'string' || typeof raw === 'number'
      ? html(String(raw))
      : unusableResult(`${quoteValue(raw)} is not text. Enter it again.`),
  example: {
    sample: ({ label }) => `<p>${label}</p>`,
    longest: () => LONG_HTML,
    invalid: () => ({ text: 'an object' }),
  },
  initialText: (label) => `<p>${label}</p>`,
  searchTexts: (_field, value) => (typeof value === 'string' ? [value] : []),
  shownText: (value) => (typeof value === 'string' ? { text: htmlToLines(value), alt: null } : null),
  toRaw: (_field, value) => value,
  toForm: (_field, raw) => {
    const text = textToForm(raw);
    return typeof text === 'string' ? withParagraphs(text) : text;
  },
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

/** Matches the tags of inline elements. */
const INLINE_TAG =
  /^<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b[^>]*>$/i;

/**
 * Converts lines of text to paragraphs, as WordPress does for visitors: ACF stores a blank line between paragraphs, and
 * the text editor would join the lines. Text without line breaks, or with tags that are not inline, is unchanged.
 */
function withParagraphs(text: string): string {
  if (!text.includes('\n') || !(text.match(/<[^>]*>/g) ?? []).every((tag) => INLINE_TAG.test(tag)))
    return text;
  return textToHtmlParagraphs(text).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Converts HTML to plain text, with a separate line for each block element. */
export function htmlToLines(html: string): string {
  return html
    .replace(/<(?:\/(?:p|h[1-6]|li|blockquote|tr|div)|br\s*\/?)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}
