import { z } from 'zod';
import { defineBodyBlock } from '../../src/builder/body-block.ts';

/** WordPress's search form. It searches this site. */
export default defineBodyBlock({
  id: 'wp-search',
  selector: 'form.wp-block-search, form.search-form, form.searchform',
  attributes: z.object({ label: z.string().min(1).max(200), button: z.string().min(1).max(100) }),
  read(form) {
    const text = (selector: string) => form.querySelector(selector)?.textContent?.trim() ?? '';
    const button = form.querySelector('[type="submit"]');
    const read = {
      label: text('label') || 'Search',
      button:
        text('[type="submit"]') ||
        (button?.getAttribute('value') ?? button?.getAttribute('aria-label') ?? '') ||
        'Search',
    };
    form.replaceChildren();
    return read;
  },
  links: ({ label }) => [{ href: '/search', text: label }],
  example:
    '<form role="search" method="get" action="https://example.com/" class="wp-block-search__button-outside wp-block-search"><label class="wp-block-search__label" for="s-1">Search the articles</label>' +
    '<div class="wp-block-search__inside-wrapper"><input class="wp-block-search__input" id="s-1" value="" type="search" name="s" required /><button class="wp-block-search__button" type="submit">Find</button></div></form>',
});
