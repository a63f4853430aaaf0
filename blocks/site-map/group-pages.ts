import type { LinkValue } from '../../src/builder/field.ts';
import type { PageEntry } from '../../src/content/page-entry.ts';
import type { PostEntry } from '../../src/content/post-entry.ts';

interface Groups {
  pages: readonly PageEntry[];
  posts: readonly PostEntry[];
  rules: readonly { title: string; paths: string }[];
  extra: readonly { group: string; link: LinkValue }[];
  postsTitle: string;
  others: string;
}

/** Links under one title. */
export interface SiteMapSection {
  title: string;
  links: readonly LinkValue[];
}

/** Puts every listed page into the first group that names it or a page above it. No group is empty. */
export function groupPages({ pages, posts, rules, extra, postsTitle, others }: Groups): SiteMapSection[] {
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
    // What is named is shown even where search engines are kept out: the search page.
    else if (listed) late.push(link);
  }
  for (const { group, link } of extra) put(group, link);
  for (const { path, title } of posts) put(postsTitle, { href: path, text: title, newTab: false });
  for (const link of late) put(others, link);
  return [...sections].flatMap(([title, links]) => (links.length > 0 ? [{ title, links }] : []));
}

/** How much of a path a group names: the longest of its paths that is this one or above it; 0 where none is. */
function depthOf(paths: string, path: string): number {
  const named = paths.split('\n').map((line) => line.trim().replace(/(?<=.)\/$/, ''));
  const above = named.filter((each) => each === path || (each.length > 1 && path.startsWith(`${each}/`)));
  return Math.max(0, ...above.map((each) => each.length));
}
