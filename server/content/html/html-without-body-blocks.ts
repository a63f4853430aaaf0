import {
  BODY_BLOCK_DATA_ATTRIBUTE,
  BODY_BLOCK_ID_ATTRIBUTE,
  BODY_BLOCK_TAG,
} from '../../../src/builder/body-block.ts';
import { decodeHtml } from '../../media/rewrite-picture-urls.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { loadBodyBlocks } from './load-body-blocks.ts';

const blocks = await loadBodyBlocks();

const MARKER = new RegExp(
  `<${BODY_BLOCK_TAG} ${BODY_BLOCK_ID_ATTRIBUTE}="([\\w-]+)" ${BODY_BLOCK_DATA_ATTRIBUTE}="([^"]*)">.*?</${BODY_BLOCK_TAG}>`,
  'gs',
);

/**
 * Returns sanitized HTML for clients without our components, such as feed readers and REST clients. Each body block
 * is replaced by links to what it shows.
 */
export function htmlWithoutBodyBlocks(html: string): string {
  return html.replace(MARKER, (_, id: string, written: string) => {
    const block = blocks.get(id);
    const attributes = block?.attributes.safeParse(JSON.parse(decodeHtml(written))).data;
    if (!block || !attributes) return '';
    const links = block
      .links(attributes)
      .map(({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`);
    return links.length === 0 ? '' : `<p>${links.join('<br>')}</p>`;
  });
}

/**
 * Replaces the body blocks in all HTML of custom fields, including nested lists and groups, as `htmlWithoutBodyBlocks`
 * does.
 */
export function fieldsWithoutBodyBlocks<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  if (!text?.includes(BODY_BLOCK_TAG)) return value;
  return JSON.parse(text, (_, each: unknown) =>
    typeof each === 'string' ? htmlWithoutBodyBlocks(each) : each,
  );
}
