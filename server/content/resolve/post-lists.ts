import type { PostList } from '../../../src/contracts/content.ts';
import { postsOfTerm } from '../../../src/contracts/post-listing.ts';
import { localTimeToEpochMs } from '../../../src/builder/time-zones.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { BLOG_PATH } from '../paths/route-path.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

type Parts = Readonly<Record<string, string>>;

/**
 * Returns the list of posts for the path parameters of a route, such as `{ category: 'news' }`; all posts if there are
 * no parameters. Returns null if there is no such list.
 */
export function postListOf(parts: Parts, snapshot: Snapshot): PostList | null {
  const home = encodedPath(snapshot.postsPage()?.path ?? BLOG_PATH);
  const { category, tag, author, year, month, day } = parts;
  const posts = snapshot.posts();
  if (category !== undefined) {
    const found = postsOfTerm(posts, 'categories', category, snapshot.categories());
    return (
      found && { kind: 'category', name: found.term.name, slug: found.term.slug, home, posts: found.posts }
    );
  }
  if (tag !== undefined) {
    const found = postsOfTerm(posts, 'tags', tag);
    const term = found?.term ?? snapshot.tag(tag);
    return term && { kind: 'tag', name: term.name, slug: term.slug, home, posts: found?.posts ?? [] };
  }
  if (author !== undefined) {
    const found = snapshot.author(author);
    return found && { kind: 'author', name: found.name, slug: author, home, posts: found.posts };
  }
  if (year !== undefined) {
    const { timeZone } = snapshot.settings.site;
    const [from, to] = spanOf(Number(year), numberOf(month), numberOf(day), timeZone);
    const found = posts.filter(({ date }) => date >= from && date < to);
    // As in WordPress, a period without posts has no list.
    return found.length === 0
      ? null
      : {
          kind: 'date',
          name: dateName(Number(year), numberOf(month), numberOf(day)),
          slug: '',
          home,
          posts: found,
        };
  }
  return { kind: 'all', name: '', slug: '', home, posts };
}

function numberOf(part: string | undefined): number | null {
  return part === undefined ? null : Number(part);
}

/** Returns the first instant of a year, month or day, and that of the next one, as ISO 8601 in UTC. */
function spanOf(year: number, month: number | null, day: number | null, timeZone: string): [string, string] {
  const start = (date: Date) =>
    new Date(localTimeToEpochMs(`${date.toISOString().slice(0, 10)}T00:00`, timeZone)).toISOString();
  const first = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  const next = new Date(
    Date.UTC(
      month === null ? year + 1 : year,
      month === null ? 0 : day === null ? month : month - 1,
      day === null ? 1 : day + 1,
    ),
  );
  return [start(first), start(next)];
}

/** Returns a year, month or day as `2026`, `November 2026` or `November 7, 2026`. */
function dateName(year: number, month: number | null, day: number | null): string {
  if (month === null) return String(year);
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    ...(day === null ? {} : { day: 'numeric' }),
  }).format(Date.UTC(year, month - 1, day ?? 1));
}
