import type { CrmSandbox } from '../../server/crm/sandbox/crm-sandbox.ts';
import { postForm } from './sandbox-call.ts';
import type { OperatorClient } from './sign-in.ts';

/** Settings of a site that uses the sandbox by OAuth only. */
export function oauthSettings(sandbox: CrmSandbox): Record<string, string> {
  const { HIGHLEVEL_API_BASE, HIGHLEVEL_MARKETPLACE_BASE, GHL_CLIENT_ID, GHL_CLIENT_SECRET } =
    sandbox.settings;
  return {
    HIGHLEVEL_API_BASE,
    HIGHLEVEL_MARKETPLACE_BASE,
    GHL_CLIENT_ID,
    GHL_CLIENT_SECRET,
    GHL_SCOPES:
      'contacts.readonly contacts.write locations.readonly locations/customFields.readonly oauth.readonly oauth.write',
  };
}

/** Where an answer sends to. Throws when it does not. */
export function targetOf(answer: Response): URL {
  const location = answer.headers.get('location');
  if (!location) throw new Error(`The answer (${answer.status}) sends nowhere.`);
  return new URL(location, answer.url);
}

/** The reason the error page is given; null: another page. */
export function reasonOf(answer: Response): string | null {
  const target = targetOf(answer);
  return target.pathname === '/oauth/error' ? target.searchParams.get('reason') : null;
}

/** Starts a connection; answers the marketplace page's address. */
export async function startConnecting(client: OperatorClient, query = ''): Promise<URL> {
  return targetOf(await client.fetch(`/api/oauth/start${query}`));
}

/** Decides on the marketplace page; answers where it sends the browser to, as a path of the site. */
export async function decide(
  page: URL,
  choice: { location: string } | { decision: 'deny' },
): Promise<string> {
  const fields = Object.fromEntries(page.searchParams);
  const answer = await postForm(page.origin + page.pathname, { ...fields, decision: 'approve', ...choice });
  const target = targetOf(answer);
  return target.pathname + target.search;
}

/** The whole way; answers the callback's answer. `location` may be `company`. */
export async function connect(client: OperatorClient, location: string): Promise<Response> {
  return client.fetch(await decide(await startConnecting(client), { location }));
}
