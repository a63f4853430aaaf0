import { defineBlock } from '../../src/builder/block.ts';
import { image, link, richText, text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';

/** Shows a WordPress page at `/wp/{slug}`: the fields of its hero, then its title, picture and content. */
export default defineBlock({
  id: 'content-viewer',
  title: 'Content viewer',
  group: 'Posts, pages and search',
  description: 'A page as its author wrote it: the fields of its hero, then title, picture and content.',
  keywords: ['WordPress', 'page', 'body', 'video', 'embed'],
  script: 'none',
  style: allStyleParts,
  fields: {
    title: text({ label: 'Title', required: true }),
    image: image({ label: 'Featured image' }),
    content: richText({ label: 'Content' }),
    hero_title: text({ label: 'Hero: headline', help: 'The page’s title where it is empty.' }),
    hero_subtitle: richText({ label: 'Hero: line below' }),
    hero_image: image({ label: 'Hero: picture' }),
    cta_text: text({ label: 'Hero: words on the button', default: 'Learn More' }),
    cta_link: link({
      label: 'Hero: where the button leads',
      default: { href: '/contact', text: '', newTab: false },
    }),
  },
});
