import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'search-form',
  title: 'Search form',
  group: 'Posts, pages and search',
  description: 'A field that searches the whole site. Results are shown on the search page.',
  keywords: ['find', 'search box', 'search bar'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    title: text({ label: 'Title' }),
    label: text({ label: 'Words above the field', default: 'Search this site' }),
    button: text({ label: 'Button', default: 'Search' }),
  },
});
