import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import type { FullPost } from '../../src/content/post-entry.ts';
import { neighbours } from '../../src/content/post-listing.ts';

/** The post of the address: the layout of the page "post" below "blog" shows every one of them. */
export default defineBlock({
  id: 'post',
  title: 'Post',
  description:
    'The post that the address names: title, date, author, picture, text, and the way to its neighbors.',
  script: 'none',
  fields: {
    topics: text({ label: 'Words before the tags', default: 'Topics' }),
    newer: text({ label: 'Words above the next post', default: 'Newer article' }),
    older: text({ label: 'Words above the previous post', default: 'Older article' }),
  },
  async load(_values, { parts, trail, content }) {
    const [post, posts] = await Promise.all([
      content.post(parts.post ?? ''),
      // The post can be read without its neighbours.
      content.posts().catch(() => []),
    ]);
    if (!post) return null;
    const { newer, older } = neighbours(posts, post.slug);
    const link = (to: typeof newer) => to && { path: to.path, title: to.title };
    return { post, trail, before: link(older), after: link(newer) };
  },
  head: ({ post }) => ({
    title: post.title,
    description: post.seo.description ?? post.excerpt,
    type: 'article',
    ...(post.seo.title === undefined ? {} : { wholeTitle: post.seo.title }),
    ...headImage(post),
    ...(post.seo.noindex ? { unlisted: true } : {}),
  }),
  structuredData: ({ post }, { pageUrl, agentId, absolute }) => ({
    '@type': 'BlogPosting',
    headline: post.title.slice(0, 110),
    description: post.excerpt,
    mainEntityOfPage: pageUrl,
    url: pageUrl,
    datePublished: post.date,
    dateModified: post.modified,
    ...(post.image ? { image: absolute(post.image.src) } : {}),
    author: post.author === null ? { '@id': agentId } : { '@type': 'Person', name: post.author },
    publisher: { '@id': agentId },
    ...(post.categories.length > 0 ? { articleSection: post.categories.map(({ name }) => name) } : {}),
    ...(post.tags.length > 0 ? { keywords: post.tags.map(({ name }) => name).join(', ') } : {}),
  }),
});

/** What was chosen for sharing, else the post's picture. */
function headImage({ image, seo }: FullPost) {
  if (seo.image) return { image: seo.image, ownImage: true };
  return image ? { image } : {};
}
