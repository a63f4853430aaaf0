import type { ContentGateway } from '../../content/gateway.ts';
import { LONGEST_PATH, redirectPath, writtenPath } from '../../pages/redirect-path.ts';
import { redirectOf } from '../../pages/redirects.ts';

/** A redirect as it is kept, or why it cannot be. */
export type CheckedRedirect =
  { from: string; to: string; note: string | null } | { fault: string; field: 'from' | 'to' };

interface Around {
  /** The operators' redirects as they are. */
  own: ReadonlyMap<string, string>;
  gateway: Pick<ContentGateway, 'route'>;
  /** Our own addresses: what leads there is a path. */
  origins: readonly string[];
}

/** Pages of the site never answer below these, so nothing there can move. */
const CLOSED =
  /^\/(?:admin|api|assets|fonts|oauth|sign-in|unsubscribe|webhooks|wp-json|healthz|readyz|metrics)(?:\/|$)/;
const LONGEST_TARGET = 2000;

/**
 * Checks what an operator typed. Targets that have moved themselves are followed to their end, so that no visitor is
 * sent twice; what would lead in a circle is refused.
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

async function checkFrom(typed: string, { own, gateway }: Around): Promise<string | Fault> {
  if (!typed.startsWith('/') || /^[/\\]{2}/.test(typed)) {
    return { fault: 'Enter the path only, from its first slash on, such as /old-page.' };
  }
  if (/[?#]/.test(typed)) return { fault: 'Leave out what stands after ? or #: the path alone decides.' };
  if (typed.length > LONGEST_PATH) return { fault: `Enter at most ${LONGEST_PATH} characters.` };
  const from = redirectPath(typed);
  if (from === null) return { fault: 'This is no path of a page. Check its spelling.' };
  if (CLOSED.test(from)) {
    return { fault: 'Paths that the server itself uses, such as /admin or /api, cannot be redirected.' };
  }
  if (own.has(from)) return { fault: 'There is a redirect of this path. Remove that one first.' };
  const builtIn = redirectOf(writtenPath(from));
  if (builtIn !== null) return { fault: `This redirect is built in: it leads to ${builtIn}.` };
  const { status } = await gateway.route(writtenPath(from));
  if (status === 503)
    return {
      fault: 'The site’s pages cannot be read now, so it is not known whether this is one. Try again.',
    };
  if (status !== 404) {
    return { fault: 'A page of the site answers there. Take that page down first, or choose another path.' };
  }
  return from;
}

async function checkTo(
  typed: string,
  from: string,
  { own, gateway, origins }: Around,
): Promise<{ to: string; note: string | null } | Fault> {
  if (typed.length > LONGEST_TARGET) return { fault: `Enter at most ${LONGEST_TARGET} characters.` };
  const target = readTarget(typed, origins);
  if (target === null) {
    return { fault: 'Enter a path of this site, such as /buy, or an address that begins with https://.' };
  }
  if (!target.startsWith('/')) return { to: target, note: null };
  let to = target;
  // Each step leaves a path behind it, so the circle closes within as many steps as there are redirects.
  for (let left = own.size + 2; ; left -= 1) {
    const path = pathOf(to);
    if (redirectPath(path) === from || left === 0) {
      return { fault: 'That leads back to the same path, in a circle. Choose another target.' };
    }
    const next = own.get(redirectPath(path) ?? '') ?? redirectOf(path);
    if (next === null || next === undefined) break;
    to = next;
  }
  const note = to === target ? null : `${target} has moved itself, so this leads straight to ${to}.`;
  if (!to.startsWith('/')) return { to, note };
  const answer = await gateway.route(pathOf(to));
  if (answer.status === 404) return { fault: `No page answers at ${pathOf(to)}. Check its spelling.` };
  return { to, note };
}

/** A path of ours with what follows it, or an https address; null for everything else. */
function readTarget(typed: string, origins: readonly string[]): string | null {
  // Browsers drop tabs and line breaks from addresses, and take a backslash for a slash.
  if (/[\\\s\p{Cc}]/u.test(typed)) return null;
  if (typed.startsWith('/')) {
    if (typed.startsWith('//')) return null;
    const url = URL.parse(typed, OWN);
    return url?.origin === OWN && redirectPath(url.pathname) !== null ? url.href.slice(OWN.length) : null;
  }
  if (!/^https?:\/\//i.test(typed)) return null;
  const url = URL.parse(typed);
  if (!url || url.username !== '' || url.password !== '') return null;
  if (origins.includes(url.origin)) return readTarget(url.href.slice(url.origin.length), []);
  return url.protocol === 'https:' && url.hostname.includes('.') ? url.href : null;
}

/** Stands for our own address while a path is read. */
const OWN = 'https://own.invalid';

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/';
}
