import type { Menu, Page, PageDocument, Post, SiteData } from '../../src/content/types.ts';
import { escapeHtml } from './html-document.ts';

// Readers of these routes decode what WordPress encodes: titles and names are HTML there, plain text with us.

/** A page in WordPress's REST shape, with our finished document beside it. */
export function restPage(page: Page, document: PageDocument) {
  return { ...restEntry(page), ...embedded(page), lintel: document };
}

/** A post in WordPress's REST shape. */
export function restPost(post: Post) {
  return {
    ...restEntry(post),
    date: post.date,
    categories: post.categoryIds,
    tags: post.tagIds,
    _embedded: {
      ...embedded(post)._embedded,
      ...(post.author ? { author: [{ id: post.author.id, name: escapeHtml(post.author.name) }] } : {}),
      'wp:term': [post.categories.map((term) => ({ ...term, name: escapeHtml(term.name) }))],
    },
  };
}

/** A menu as the menus plugin sends it, flat. */
export function restMenu(menu: Menu) {
  const items = menu.items.map((item) => ({ ...item, title: escapeHtml(item.title) }));
  return { ...menu, name: escapeHtml(menu.name), description: escapeHtml(menu.description), items };
}

/** Site data as the REST root sends it. */
export function restSiteData(site: SiteData) {
  return { ...site, name: escapeHtml(site.name), description: escapeHtml(site.description) };
}

function restEntry({ id, slug, modified, title, content, excerpt, acf }: Page) {
  return {
    id,
    slug,
    modified,
    title: { rendered: escapeHtml(title) },
    content: { rendered: content },
    excerpt: { rendered: excerpt },
    acf,
  };
}

function embedded({ featuredImage }: Page) {
  return featuredImage === null ? {} : { _embedded: { 'wp:featuredmedia': [{ source_url: featuredImage }] } };
}
