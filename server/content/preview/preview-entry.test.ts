import { expect, test } from 'vitest';
import { pageOf } from '../values/raw-page.ts';
import { previewEntry, replaceDynamicContent } from './preview-entry.ts';

const raw = { id: 7, slug: 'about', status: 'draft', content: { rendered: '<p>Saved.</p>' } };
const shown = (content?: string) =>
  pageOf({ ...previewEntry('page', raw, content === undefined ? {} : { content }), version: 1 });

test('text that is being typed still needs paragraphs; saved text does not', () => {
  expect(shown()).toMatchObject({ content: '<p>Saved.</p>', contentMode: 'rendered' });
  expect(shown('One.\n\nTwo.')).toMatchObject({ content: 'One.\n\nTwo.', contentMode: 'editor' });
});

test('dynamic blocks and shortcodes are replaced by a note that they are not live', () => {
  const blocks = '<!-- wp:paragraph --><p>Text [sic].</p><!-- /wp:paragraph -->';
  expect(replaceDynamicContent(blocks)).toBe(blocks);
  expect(replaceDynamicContent('<!-- wp:latest-posts {"postsToShow":3} /-->')).toMatch(
    /“latest posts” is not live/,
  );
  expect(replaceDynamicContent('<!-- wp:core/page-list /-->')).toMatch(/“page list” is not live/);
  expect(replaceDynamicContent('Before\n[contact-form id="5"]\nAfter')).toMatch(
    /^Before\n<p><em>“contact form” is not live.*<\/p>\nAfter$/,
  );
});
