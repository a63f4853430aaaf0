import { escapeHtmlText } from '../../platform/escape-html.ts';
import type { RawPage } from '../values/raw-page.ts';

/** Returns the texts of a page or post in the WordPress REST format. `local` replaces addresses of the source. */
export function exportedTexts(page: RawPage, local: (text: string) => string) {
  return {
    title: { rendered: escapeHtmlText(page.title) },
    content: { rendered: local(page.content) },
    excerpt: { rendered: local(page.excerpt) },
    modified: page.modified,
  };
}
