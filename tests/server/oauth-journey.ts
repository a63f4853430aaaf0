import type { CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { postForm } from './sandbox-call.ts';
import type { OperatorClient } from './sign-in.ts';

/** Returns the settings of a site that connects to the sandbox only by OAuth. */
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

/** Returns the redirect target of a response. Throws if the response has no `Location` header. */
export function targetOf(answer: Response): URL {
  const location = answer.headers.get('location');
  if (!location) throw new Error(`The answer (${answer.status}) sends nowhere.`);
  return new URL(location, answer.url);
}

/** Returns the reason that the error page shows, or null if the redirect leads to another page. */
export function reasonOf(answer: Response): string | null {
  const target = targetOf(answer);
  return target.pathname === '/oauth/error' ? target.searchParams.get('reason') : null;
}

/** Starts connecting. Returns the URL of the marketplace page. */
export async function startConnecting(client: OperatorClient, query = ''): Promise<URL> {
  return targetOf(await client.fetch(`/api/oauth/start${query}`));
}

/** Submits the marketplace page. Returns the path and query of the redirect back to the site. */
export async function decide(
  page: URL,
  choice: { location: string } | { decision: 'deny' },
): Promise<string> {
  const fields = Object.fromEntries(page.searchParams);
  const answer = await postForm(page.origin + page.pathname, { ...fields, decision: 'approve', ...choice });
  const target = targetOf(answer);
  return target.pathname + target.search;
}

/** Connects a location, or the whole company if `location` is `company`. Returns the callback's response. */
export async function connect(client: OperatorClient, location: string): Promise<Response> {
  return client.fetch(await decide(await startConnecting(client), { location }));
}
