import { z } from 'zod';
import { parseWordPressUrls } from '../../content/rest/wordpress-urls.ts';

/** Milliseconds within which a person must sign in to WordPress and approve. */
export const WORDPRESS_APPROVAL_TTL_MS = 10 * 60_000;

interface Approval {
  /** The URL of WordPress's `authorize-application.php`. */
  screen: string;
  /** Shown on that screen, and in the list of application passwords in the user's profile. */
  appName: string;
  /** The UUID of this installation. */
  appId: string;
  /** Our URL, to which WordPress redirects with the result. */
  callback: string;
  state: string;
}

/** Returns the URL in WordPress at which a person creates an application password for us. */
export function approvalAddress({ screen, appName, appId, callback, state }: Approval): string {
  const answer = new URL(callback);
  answer.searchParams.set('state', state);
  const rejected = new URL(answer);
  rejected.searchParams.set('success', 'false');
  const address = new URL(screen);
  address.searchParams.set('app_name', appName);
  address.searchParams.set('app_id', appId);
  address.searchParams.set('success_url', answer.href);
  address.searchParams.set('reject_url', rejected.href);
  return address.href;
}

/**
 * Returns why WordPress would not send a password to this origin; null if it would. Over plain http, WordPress sends
 * it only to a loopback address or in a local environment. Only in a local environment does the screen itself use
 * plain http.
 */
export function approvalOriginFault(origin: string, screen: string): string | null {
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || new URL(screen).protocol === 'http:') return null;
  if (hostname === '127.0.0.1' || hostname === '[::1]') return null;
  return (
    `This site is at ${origin}, without https. WordPress sends passwords only to addresses with https. ` +
    'Serve the site over https and set PUBLIC_URL to that address.'
  );
}

const answered = z.object({
  site_url: z.string().min(1).max(2000),
  user_login: z.string().min(1).max(200),
  password: z.string().min(1).max(200),
});
const rejection = z.union([z.object({ success: z.literal('false') }), z.object({ error: z.string() })]);

/** WordPress's response to the approval request, from the query of our callback. */
export type ApprovalResponse =
  { kind: 'approved'; site: string; login: string; password: string } | { kind: 'rejected' | 'unreadable' };

/** Parses the query with which WordPress redirects to our callback. */
export function parseApprovalResponse(query: unknown): ApprovalResponse {
  if (rejection.safeParse(query).success) return { kind: 'rejected' };
  const read = answered.safeParse(query);
  if (!read.success) return { kind: 'unreadable' };
  const { site_url: site, user_login: login, password } = read.data;
  return { kind: 'approved', site, login, password };
}

/** Returns whether two URLs belong to the same WordPress. The protocols may differ, because a proxy may add https. */
export function isSameWordPress(one: string, other: string): boolean {
  const [first, second] = [one, other].map((address) => {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    const { home } = parseWordPressUrls(address);
    return home.replace(/^https?:\/\//, '');
  });
  return first !== null && first !== undefined && first === second;
}

/** Returns `to` if it is a path below `/admin` of this site, otherwise the path of the page list. */
export function safeAdminPath(to: string): string {
  const base = 'http://site.invalid';
  const address = to.startsWith('/admin/') ? URL.parse(to, base) : null;
  if (address?.origin !== base || !address.pathname.startsWith('/admin/')) return '/admin/pages';
  return address.pathname + address.search;
}
