import { rewritePictureUrls } from '../../media/rewrite-picture-urls.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { fillPlaceholders } from './placeholders.ts';
import { BODY_BLOCK_TAG } from '../../../src/builder/body-block.ts';
import {
  usableResult,
  UNSET_RESULT,
  unusableResult,
  type NormaliseResult,
} from '../../../src/builder/normalise-result.ts';
import type { NormaliseContext } from './normalise-context.ts';
import type { HtmlSource } from '../html/sanitise-html.ts';
import { isBlank } from '../../../src/builder/raw-value.ts';

// Elements that are visible even without text.
const VISIBLE = new RegExp(`<(?:img|hr|video|audio|${BODY_BLOCK_TAG})\\b`, 'i');

/**
 * Sanitizes the HTML of an editor or of a WYSIWYG field, fills in placeholders, and moves the URLs of pictures to our
 * origin. Returns no value if nothing visible is left, and a fault if the reason is code that visitors must not get.
 */
export function normaliseHtml(raw: string, context: NormaliseContext): NormaliseResult {
  if (isBlank(raw)) return UNSET_RESULT;
  const html = cleaned(raw, 'editor', context);
  if (showsSomething(html)) return usableResult(html);
  return /<(?:script|style|iframe|form|input|object|embed|svg)\b/i.test(raw)
    ? unusableResult(
        'holds only code that visitors must not get (script, form or frame). Write text instead.',
      )
    : UNSET_RESULT;
}

/**
 * Sanitizes HTML that WordPress has usually rendered, such as the text of a page, post or comment. Fills in
 * placeholders, and moves the URLs of pictures to our origin. Returns an empty string if nothing visible is left.
 */
export function normaliseRenderedHtml(
  html: string,
  context: NormaliseContext,
  mode: HtmlSource['mode'] = 'rendered',
): string {
  if (isBlank(html)) return '';
  const clean = cleaned(html, mode, context);
  return showsSomething(clean) ? clean : '';
}

function cleaned(
  html: string,
  mode: HtmlSource['mode'],
  { html: clean, links, settings, media }: NormaliseContext,
): string {
  const filled = String(fillPlaceholders(clean({ html, mode, homes: links.homes }), settings, escapeHtml));
  return rewritePictureUrls(filled, links.pictures, media);
}

function showsSomething(html: string): boolean {
  // Most HTML starts with visible text, so this loop usually ends early.
  for (const [text] of html.matchAll(/(?<=^|>)[^<]+/g)) if (!isBlank(text)) return true;
  return VISIBLE.test(html);
}
