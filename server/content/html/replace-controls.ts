import { wordPressBlockName, ownerPhrase } from './element-owner.ts';
import type { OnHtmlChange } from './html-changes.ts';

/** Blocks that work only on WordPress's own pages. */
const LEFT_OUT = '.wp-block-loginout, .wp-block-comments-pagination';
/** The buttons that open and close a menu on small screens. The menu itself stays. */
const MENU_BUTTONS = '.wp-block-navigation button';

/** Form fields. The sanitizer removes them, and reports those that are not in a form. */
const FIELDS = 'input, select, textarea';

/**
 * Removes login and comment pagination blocks, menu buttons, and pagination links that lead nowhere here. Replaces
 * dropdowns of archives and categories with lists of links. Empties forms, and removes the text of labels, dropdowns
 * and text areas, because the sanitizer would keep it. Calls `note` for the removed blocks and replaced dropdowns.
 */
export function replaceControls(fragment: DocumentFragment, note: OnHtmlChange = () => {}): void {
  for (const element of fragment.querySelectorAll(LEFT_OUT)) {
    note({ kind: 'block', name: wordPressBlockName(element) ?? '' });
    element.remove();
  }
  for (const element of fragment.querySelectorAll(MENU_BUTTONS)) element.remove();
  for (const pages of fragment.querySelectorAll('.wp-block-query-pagination')) keepQueryPages(pages);
  for (const block of fragment.querySelectorAll(
    '.wp-block-archives-dropdown, .wp-block-categories-dropdown',
  )) {
    const of = ownerPhrase(block);
    note({ kind: 'dropdown', ...(of === null ? {} : { of }) });
    listOptions(block);
  }
  for (const form of fragment.querySelectorAll('form')) form.replaceChildren();
  for (const label of fragment.querySelectorAll('label'))
    label.replaceChildren(...label.querySelectorAll(FIELDS));
  for (const field of fragment.querySelectorAll('select, textarea')) field.replaceChildren();
}

/**
 * Keeps only the pagination links of a query loop that the companion plugin wrote, which are absolute URLs.
 * WordPress's own links lead to the address of the REST request. Without the plugin, only the first page is known.
 */
function keepQueryPages(pages: Element): void {
  for (const link of pages.querySelectorAll('a:not([href^="http"])')) link.remove();
  if (!pages.querySelector('a')) return pages.remove();
  const row = pages.ownerDocument.createElement('div');
  row.className = pages.className;
  row.append(...pages.childNodes);
  pages.replaceWith(row);
}

function listOptions(block: Element): void {
  const { ownerDocument: document } = block;
  const select = block.querySelector('select');
  const list = document.createElement('ul');
  for (const option of block.querySelectorAll('option')) {
    const value = option.getAttribute('value') ?? '';
    // Skips the prompt, such as "Select Month".
    if (value === '' || value === '-1') continue;
    const link = document.createElement('a');
    // The value is a URL for archives, and a slug for categories, or an id in versions before WordPress 6.7.
    link.href = /^https?:/.test(value)
      ? value
      : `/?${select?.getAttribute('name') ?? 'cat'}=${encodeURIComponent(value)}`;
    link.textContent = (option.textContent ?? '').trim();
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = block.querySelector('label')?.textContent.trim() || 'Choose';
  details.append(summary, list);
  block.replaceChildren(details);
}
