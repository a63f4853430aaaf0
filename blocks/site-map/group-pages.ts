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

/** A group of links with its title. */
export interface SiteMapSection {
  title: string;
  links: readonly LinkValue[];
}

/** Puts every listed page into the group that most closely matches its path. Empty groups are left out. */
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
    // Pages hidden from search engines are only shown if a group names them, as with the search page.
    else if (listed) late.push(link);
  }
  for (const { group, link } of extra) put(group, link);
  for (const { path, title } of posts) put(postsTitle, { href: path, text: title, newTab: false });
  for (const link of late) put(others, link);
  return [...sections].flatMap(([title, links]) => (links.length > 0 ? [{ title, links }] : []));
}

/** Returns the length of the longest of a group's paths that equals the path or is above it, or 0 if none does. */
function depthOf(paths: string, path: string): number {
  const named = paths.split('\n').map((line) => line.trim().replace(/(?<=.)\/$/, ''));
  const above = named.filter((each) => each === path || (each.length > 1 && path.startsWith(`${each}/`)));
  return Math.max(0, ...above.map((each) => each.length));
}
