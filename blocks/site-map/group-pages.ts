import type { LinkValue } from '../../src/builder/field.ts';
import type { PageEntry, PostEntry } from '../../src/contracts/content.ts';

interface Groups {
  pages: readonly PageEntry[];
  posts: readonly PostEntry[];
  rules: readonly { title: string; paths: string }[];
  extra: readonly { group: string; link: LinkValue }[];
  postsTitle: string;
  others: string;
}

export interface SiteMapGroup {
  title: string;
  links: readonly LinkValue[];
}

/**
 * Groups the links of the site map: each page in the group that has its path or its closest ancestor in `paths` (one
 * path a line), other listed pages in `others`, posts in `postsTitle`, and extra links in the groups that they name.
 * Leaves out empty groups, and links that a group already has.
 */
export function groupPages({ pages, posts, rules, extra, postsTitle, others }: Groups): SiteMapGroup[] {
  const sections = new Map<string, LinkValue[]>(rules.map(({ title }) => [title, []]));
  const put = (title: string, link: LinkValue) => {
    const links = sections.get(title) ?? [];
    if (!links.some(({ href }) => href === link.href)) links.push(link);
    sections.set(title, links);
  };
  const late: LinkValue[] = [];
  for (const { path, title, listed } of pages) {
    const link = { href: path, text: title, newTab: false };
    const rank = rules.map(({ paths }) => depthOf(paths, path));
    const deepest = Math.max(...rank, 0);
    const group = rules[rank.indexOf(deepest)];
    if (deepest > 0 && group) put(group.title, link);
    // Pages hidden from search engines, such as the search page, are only shown if they belong to a group.
    else if (listed) late.push(link);
  }
  for (const { group, link } of extra) put(group, link);
  for (const { path, title } of posts) put(postsTitle, { href: path, text: title, newTab: false });
  for (const link of late) put(others, link);
  return [...sections].flatMap(([title, links]) => (links.length > 0 ? [{ title, links }] : []));
}

/**
 * Returns the length of a group's longest path that equals a page's path or is one of its ancestors; 0 if none does.
 */
function depthOf(paths: string, path: string): number {
  const named = paths.split('\n').map((line) => line.trim().replace(/(?<=.)\/$/, ''));
  const above = named.filter((each) => each === path || (each.length > 1 && path.startsWith(`${each}/`)));
  return Math.max(0, ...above.map((each) => each.length));
}
