import { autop } from './autop.ts';
import { asHtml, fillIn } from './fill-in.ts';
import { finishedAs, NOT_SET, unusable } from './finished.ts';
import type { Finished, FinishContext } from './finished.ts';
import { isBlank } from './raw-value.ts';
import { sanitiseHtml } from './sanitise-html.ts';

// What shows without a word in it.
const VISIBLE = /<(?:img|hr|video|audio)\b/i;

/** Turns an editor's HTML, or the raw text of a WYSIWYG field, into HTML that can be shown as it is. */
export function finishHtml(raw: string, context: FinishContext): Finished {
  if (isBlank(raw)) return NOT_SET;
  const html = sanitiseHtml(autop(filled(raw, context)), context.links);
  if (showsSomething(html)) return finishedAs(html);
  return /<(?:script|style|iframe|form|input|object|embed|svg)\b/i.test(raw)
    ? unusable('holds only code that visitors must not get (script, form or frame). Write text instead.')
    : NOT_SET;
}

/** Cleans HTML that WordPress has rendered already; empty when nothing of it shows. */
export function finishRendered(html: string, context: FinishContext): string {
  if (isBlank(html)) return '';
  const clean = sanitiseHtml(filled(html, context), context.links);
  return showsSomething(clean) ? clean : '';
}

function filled(html: string, { settings }: FinishContext): string {
  return String(fillIn(html, settings, asHtml));
}

function showsSomething(html: string): boolean {
  return VISIBLE.test(html) || !isBlank(html.replace(/<[^>]*>/g, ''));
}
