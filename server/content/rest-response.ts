import type { Menu, Page, PageDocument, Post, SiteData } from '../../src/contracts/content.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { fieldsWithoutBodyBlocks, htmlWithoutBodyBlocks } from './html/html-without-body-blocks.ts';

// As in WordPress, clients of these routes expect HTML-encoded titles and names. Elsewhere, they are plain text.

/**
 * Returns a page in the WordPress REST format, with our page document as `lintel`. In its HTML, links replace body
 * blocks.
 */
export function toRestPage(page: Page, document: PageDocument) {
  return { ...restEntry(page), ...embedded(page), lintel: document };
}

/** Returns a post in the WordPress REST format. In its HTML, links replace body blocks. */
export function toRestPost(post: Post) {
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

/** Returns a menu in the format of the menus plugin, with a flat list of items. */
export function toRestMenu(menu: Menu) {
  const items = menu.items.map((item) => ({ ...item, title: escapeHtml(item.title) }));
  return { ...menu, name: escapeHtml(menu.name), description: escapeHtml(menu.description), items };
}

/** Returns site data in the format of the REST root. */
export function toRestSiteData(site: SiteData) {
  return { ...site, name: escapeHtml(site.name), description: escapeHtml(site.description) };
}

function restEntry({ id, slug, modified, title, content, excerpt, acf }: Page) {
  return {
    id,
    slug,
    modified,
    title: { rendered: escapeHtml(title) },
    content: { rendered: htmlWithoutBodyBlocks(content) },
    excerpt: { rendered: htmlWithoutBodyBlocks(excerpt) },
    acf: fieldsWithoutBodyBlocks(acf),
  };
}

function embedded({ featuredImage }: Page) {
  return featuredImage === null ? {} : { _embedded: { 'wp:featuredmedia': [{ source_url: featuredImage }] } };
}
