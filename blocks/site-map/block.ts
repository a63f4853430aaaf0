import { defineBlock } from '../../src/builder/block.ts';
import { link, list, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';
import { groupPages } from './group-pages.ts';

export default defineBlock({
  id: 'site-map',
  title: 'Site map',
  group: 'Posts, pages and search',
  description:
    'Links to all pages and posts. Groups say which paths belong together; new pages find their place.',
  keywords: ['sitemap', 'index', 'all pages', 'navigation'],
  script: 'none',
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', default: 'Sitemap' }),
    desc: richText({ label: 'Introduction' }),
    groups: list({
      label: 'Groups',
      max: 12,
      row: {
        title: text({ label: 'Title', required: true }),
        paths: text({
          label: 'Paths, one a line',
          multiline: true,
          required: true,
          help: 'A path brings along the pages below it: /buy is also /buy/mortgage-guide.',
        }),
      },
    }),
    posts: text({ label: 'Title above the posts', default: 'Articles' }),
    others: text({ label: 'Title above pages of no group', default: 'More pages' }),
    more: list({
      label: 'Further links, such as parts of pages',
      max: 40,
      row: {
        group: text({ label: 'Group', required: true }),
        link: link({ label: 'Link', required: true }),
      },
    }),
  },
  load({ groups, posts: postsTitle, others, more }, { content }) {
    const rules = 'rows' in groups ? groups.rows : [];
    const extra = 'rows' in more ? more.rows : [];
    return {
      sections: groupPages({
        pages: content.pages(),
        posts: content.posts(),
        rules,
        extra,
        postsTitle,
        others,
      }),
    };
  },
});
