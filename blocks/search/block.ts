import { defineBlock } from '../../src/builder/block.ts';
import { link, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';
import { truncateText } from '../../src/contracts/truncate-text.ts';
import { paginate } from '../../src/contracts/post-listing.ts';

const PAGE_HITS = 10;
const MAX_QUERY_CHARACTERS = 100;

export default defineBlock({
  id: 'search',
  title: 'Search',
  group: 'Posts, pages and search',
  description: 'A search field and what it finds, in pages and posts. Works without script.',
  keywords: ['find', 'results'],
  script: 'none',
  query: ['page', 'q'],
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Search' }),
    desc: richText({ label: 'Introduction' }),
    label: text({ label: 'Words above the field', default: 'What are you looking for?' }),
    button: text({ label: 'Button', default: 'Search' }),
    none: richText({ label: 'Text where nothing is found' }),
    items: list({
      label: 'Links shown while nothing is searched for, or found',
      max: 8,
      row: { link: link({ label: 'Link', required: true }) },
    }),
  },
  load(_values, { query, content }) {
    const words = truncateText((query.q ?? '').replace(/\s+/g, ' ').trim(), MAX_QUERY_CHARACTERS);
    const found = words === '' ? [] : content.search(words);
    const list = paginate(found, query.page, PAGE_HITS);
    return list && { words, list };
  },
  head: ({ words, list }) => ({
    ...(words === '' ? {} : { title: `“${words}”${list.page > 1 ? `, page ${list.page}` : ''}: Search` }),
    unlisted: true,
  }),
});
