import { builtInRedirectTarget } from '../../content/paths/built-in-redirects.ts';
import { decodedPath } from '../../content/paths/page-paths.ts';
import { isServerPath } from '../../content/paths/reserved-paths.ts';
import { MAX_PATH_CHARACTERS } from '../../content/paths/route-path.ts';
import type { Content } from '../../content/content.ts';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import { normaliseRedirectPath, encodeRedirectPath } from '../../pages/operator-redirect-cache.ts';

/**
 * A redirect to store, or the reason it is rejected. `note` tells the operator that `to` differs from the typed target;
 * otherwise null.
 */
type CheckedRedirect =
  { from: string; to: string; note: string | null } | { fault: string; field: 'from' | 'to' };

interface Around {
  /** The operators' current redirects. */
  own: ReadonlyMap<string, string>;
  content: Pick<Content, 'resolve'>;
  /** The site's own origins. Targets on these are stored as paths. */
  origins: readonly string[];
}

const MAX_TARGET_CHARACTERS = 2000;

/**
 * Checks a new redirect. If the target is itself redirected, its final target is used, so that no visitor is redirected
 * twice. Rejects a path that the server, a page or another redirect uses, a target path without a page, and loops.
 */
export async function checkRedirect(
  typed: { from: string; to: string },
  around: Around,
): Promise<CheckedRedirect> {
  const from = await checkFrom(typed.from.trim(), around);
  if (typeof from !== 'string') return { ...from, field: 'from' };
  const to = await checkTo(typed.to.trim(), from, around);
  return 'fault' in to ? { ...to, field: 'to' } : { from, ...to };
}

type Fault = { fault: string };

async function checkFrom(typed: string, { own, content }: Around): Promise<string | Fault> {
  if (!typed.startsWith('/') || /^[/\\]{2}/.test(typed)) {
    return { fault: 'Enter the path only, from its first slash on, such as /old-page.' };
  }
  if (/[?#]/.test(typed)) return { fault: 'Leave out everything after ? or #: only the path counts.' };
  // The path may be percent-encoded, so the length of the decoded path counts.
  if (decodedPath(typed).length > MAX_PATH_CHARACTERS)
    return { fault: `Enter at most ${MAX_PATH_CHARACTERS} characters.` };
  const from = normaliseRedirectPath(typed);
  if (from === null) return { fault: 'This is no path of a page. Check its spelling.' };
  if (isServerPath(from)) {
    return { fault: 'Paths that the server itself uses, such as /admin or /api, cannot be redirected.' };
  }
  if (own.has(from)) return { fault: 'There is a redirect of this path. Remove that one first.' };
  const builtIn = builtInRedirectTarget(encodeRedirectPath(from));
  if (builtIn !== null) return { fault: `This redirect is built in: it leads to ${builtIn}.` };
  const resolved = await content.resolve({ path: encodeRedirectPath(from) });
  if (!resolved)
    return {
      fault: 'The site’s pages cannot be read now, so it is not known whether this is one. Try again.',
    };
  if (resolved.answer.status !== 404) {
    return { fault: 'A page of the site answers there. Take that page down first, or choose another path.' };
  }
  return from;
}

async function checkTo(
  typed: string,
  from: string,
  { own, content, origins }: Around,
): Promise<{ to: string; note: string | null } | Fault> {
  if (typed.length > MAX_TARGET_CHARACTERS)
    return { fault: `Enter at most ${MAX_TARGET_CHARACTERS} characters.` };
  const target = readTarget(typed, origins);
  if (target === null) {
    return { fault: 'Enter a path of this site, such as /buy, or an address that begins with https://.' };
  }
  if (!target.startsWith('/')) return { to: target, note: null };
  let to = target;
  // A chain longer than the number of redirects is a loop.
  for (let left = own.size + 2; ; left -= 1) {
    const path = pathOf(to);
    if (normaliseRedirectPath(path) === from || left === 0) {
      return { fault: 'That leads back to the same path, in a circle. Choose another target.' };
    }
    const next = own.get(normaliseRedirectPath(path) ?? '') ?? builtInRedirectTarget(path);
    if (next === null || next === undefined) break;
    to = next;
  }
  const note = to === target ? null : `${target} has moved itself, so this leads straight to ${to}.`;
  if (!to.startsWith('/')) return { to, note };
  const resolved = await content.resolve({ path: pathOf(to) });
  if (resolved?.answer.status === 404)
    return { fault: `No page answers at ${pathOf(to)}. Check its spelling.` };
  return { to, note };
}

/** Parses a target: one of our paths with query and hash, or an https URL; null for anything else. */
function readTarget(typed: string, origins: readonly string[]): string | null {
  // Browsers remove tabs and line breaks from URLs, and treat a backslash as a slash.
  if (/[\\\s\p{Cc}]/u.test(typed)) return null;
  if (typed.startsWith('/')) {
    if (typed.startsWith('//')) return null;
    const url = URL.parse(typed, OWN);
    return url?.origin === OWN && normaliseRedirectPath(url.pathname) !== null
      ? url.href.slice(OWN.length)
      : null;
  }
  if (!/^https?:\/\//i.test(typed)) return null;
  const url = URL.parse(typed);
  if (!url || url.username !== '' || url.password !== '') return null;
  if (origins.includes(url.origin)) return readTarget(url.href.slice(url.origin.length), []);
  return url.protocol === 'https:' && url.hostname.includes('.') ? url.href : null;
}

/** A placeholder origin for parsing paths. */
const OWN = 'https://own.invalid';

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/';
}

/** Returns the paths whose redirects lead to a path. */
export async function pathsRedirectedTo(path: string, own: ReadonlyMap<string, string>): Promise<string[]> {
  const end = path.slice(path.lastIndexOf('/') + 1);
  const pause = createEventLoopYield();
  const found: string[] = [];
  for (const [from, target] of own) {
    // Most targets need not be decoded: they have no percent-encoding, and do not contain the path's end.
    if (!target.startsWith('/') || (isPlain(target) && !target.toLowerCase().includes(end))) continue;
    if (normaliseRedirectPath(pathOf(target)) === path) found.push(from);
    await pause();
  }
  return found;
}

/** Whether a target contains only ASCII characters and no percent-encoding. */
const isPlain = (target: string) => /^[!-$&-~]*$/.test(target);
