import { defineBlock } from '../../src/builder/block.ts';
import { text } from '../../src/builder/fields.ts';
import { allStyleParts } from '../../src/builder/section-style.ts';
import { COMMENTS_FEED_PATH, commentQueryParameters } from '../../src/contracts/comments.ts';
import { truncateText } from '../../src/contracts/truncate-text.ts';
import type { FullPost } from '../../src/contracts/content.ts';
import { withoutUncategorized, adjacentPosts } from '../../src/contracts/post-listing.ts';

/** The post at the current URL. All posts share the layout of the page "post" below "blog". */
export default defineBlock({
  id: 'post',
  title: 'Post',
  group: 'Posts, pages and search',
  description:
    'The post that the address names: title, date, author, picture, text, and the way to its neighbors.',
  keywords: ['blog post', 'article', 'news'],
  script: 'none',
  query: commentQueryParameters,
  style: allStyleParts,
  fields: {
    topics: text({ label: 'Words before the tags', default: 'Topics' }),
    newer: text({ label: 'Words above the next post', default: 'Newer article' }),
    older: text({ label: 'Words above the previous post', default: 'Older article' }),
  },
  load(_values, { parts, query, trail, content }) {
    const post = content.post(parts.post ?? '');
    if (!post) return null;
    const { newer, older } = adjacentPosts(content.posts(), post.slug);
    const link = (to: typeof newer) => to && { path: to.path, title: to.title };
    const comments = content.comments(post.slug, query);
    return { post, trail, ...(comments ? { comments } : {}), before: link(older), after: link(newer) };
  },
  head: ({ post, comments }) => ({
    title: post.title,
    description: post.seo.description ?? post.excerpt,
    type: 'article',
    ...(post.seo.title === undefined ? {} : { wholeTitle: post.seo.title }),
    ...headImage(post),
    ...(post.seo.noindex ? { unlisted: true } : {}),
    ...(comments ? { feeds: commentFeeds(post) } : {}),
  }),
  structuredData: ({ post }, { pageUrl, agentId, absolute }) => ({
    '@type': 'BlogPosting',
    headline: truncateText(post.title, 110),
    description: post.excerpt,
    mainEntityOfPage: pageUrl,
    url: pageUrl,
    datePublished: post.date,
    dateModified: post.modified,
    ...(post.image ? { image: absolute(post.image.src) } : {}),
    author: post.author === null ? { '@id': agentId } : { '@type': 'Person', name: post.author },
    publisher: { '@id': agentId },
    ...sectionsOf(post),
    ...(post.tags.length > 0 ? { keywords: post.tags.map(({ name }) => name).join(', ') } : {}),
  }),
});

function sectionsOf({ categories }: FullPost) {
  const names = withoutUncategorized(categories).map(({ name }) => name);
  return names.length > 0 ? { articleSection: names } : {};
}

function commentFeeds({ title, path }: FullPost) {
  return [
    { title: `Comments on ${title}`, path: `${path}/feed` },
    { title: 'Comments', path: COMMENTS_FEED_PATH },
  ];
}

/**
 * Returns the head's image: the one chosen for sharing (`ownImage`), or else the post's featured image; an empty object
 * if there is neither.
 */
function headImage({ image, seo }: FullPost) {
  if (seo.image) return { image: seo.image, ownImage: true };
  return image ? { image } : {};
}
