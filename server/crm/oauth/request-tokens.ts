import { z } from 'zod';
import type { CrmConfig, CrmOauthConfig } from '../../platform/config/config.ts';
import { classifyCrmMessage } from '../crm-error.ts';
import { connectionErrorCode, parseCrmJson } from '../crm-request.ts';
import { OauthError, type OauthErrorKind } from './oauth-error.ts';

/** Timeout for a response in milliseconds; shorter than a renewal's lease. */
const TIMEOUT_MS = 10_000;
/** Maximum length of a CRM message that is shown, in characters. */
const MAX_MESSAGE_CHARACTERS = 200;
/** Error codes of connections that were never established, so the request had no effect. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The error codes of RFC 6749, section 5.2. */
const OAUTH_ERRORS: ReadonlyMap<string, OauthErrorKind> = new Map([
  ['invalid_grant', 'grant'],
  ['invalid_client', 'client'],
  ['unauthorized_client', 'client'],
  ['invalid_request', 'refused'],
  ['unsupported_grant_type', 'refused'],
  ['invalid_scope', 'refused'],
]);

type TokenRequest =
  | { grant_type: 'authorization_code'; code: string; redirect_uri?: string }
  | { grant_type: 'refresh_token'; refresh_token: string; user_type: 'Company' | 'Location' };

/**
 * Calls `POST /oauth/token`. Throws an `OauthError` if the CRM issues no tokens. Codes and refresh tokens are
 * single-use, so a request that has reached the CRM cannot be repeated.
 */
export async function requestTokens(
  request: TokenRequest,
  {
    apiBase,
    oauth,
    timeLimit = TIMEOUT_MS,
  }: Pick<CrmConfig, 'apiBase'> & { oauth: CrmOauthConfig; timeLimit?: number },
): Promise<TokenResponse> {
  const limit = AbortSignal.timeout(timeLimit);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${apiBase}/oauth/token`, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({
        client_id: oauth.clientId,
        client_secret: oauth.clientSecret,
        ...request,
      }),
      // Following a redirect could send the secret to another host.
      redirect: 'error',
      signal: limit,
    });
    text = await response.text();
  } catch (cause) {
    const code = connectionErrorCode(cause);
    if (NEVER_CONNECTED.has(code)) {
      throw new OauthError('unreached', `HighLevel could not be reached (${code}).`, { cause });
    }
    const reason = limit.aborted ? `did not answer in ${timeLimit / 1000} s` : 'broke the connection';
    throw new OauthError('unclear', `HighLevel ${reason}${code ? ` (${code})` : ''}.`, { cause });
  }
  const json = parseCrmJson(text);
  if (!response.ok) throw faultOf(response.status, json, [oauth.clientSecret, ...Object.values(request)]);
  const parsed = tokenResponse.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new OauthError('unclear', `HighLevel answered ${response.status} with what are no tokens.`);
}

function faultOf(status: number, json: unknown, secrets: readonly string[]): OauthError {
  const read = tokenErrorResponse.safeParse(json).data;
  const crmMessage = [read?.message ?? read?.error_description ?? read?.error ?? []].flat().join('; ');
  const message = `HighLevel answered ${status}${crmMessage ? `: ${withoutSecrets(crmMessage, secrets)}` : ''}`;
  if (status === 429) return new OauthError('unreached', message);
  if (status >= 500 || status === 408 || !read) return new OauthError('unclear', message);
  const kind = OAUTH_ERRORS.get(read.error ?? '');
  if (kind) return new OauthError(kind, message);
  if (crmMessage !== '' && classifyCrmMessage(status, crmMessage) === 'grant')
    return new OauthError('grant', message);
  return new OauthError(status === 401 || status === 403 ? 'client' : 'refused', message);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  // Short values, such as the user type, are not secrets.
  for (const secret of secrets) if (secret.length >= 16) clean = clean.replaceAll(secret, '[…]');
  return clean.length > MAX_MESSAGE_CHARACTERS ? `${clean.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : clean;
}

/**
 * Timeout in milliseconds. It is short, because the lease of the renewal must also cover the request for tokens that
 * follows.
 */
const RECONNECT_TIMEOUT_MS = 4000;

/**
 * Requests a new code from HighLevel's Reconnect API (help article 155000003717) after tokens were lost, for example
 * when the server crashed before storing them. Returns null on any failure. Never throws.
 */
export async function requestReconnectCode(
  where: { locationId: string } | { companyId: string },
  { apiBase, oauth }: Pick<CrmConfig, 'apiBase'> & { oauth: CrmOauthConfig },
): Promise<string | null> {
  try {
    const response = await fetch(`${apiBase}/oauth/reconnect`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientKey: oauth.clientId, clientSecret: oauth.clientSecret, ...where }),
      redirect: 'error',
      signal: AbortSignal.timeout(RECONNECT_TIMEOUT_MS),
    });
    if (!response.ok) return null;
    return reconnectResponse.parse(await response.json()).authorizationCode;
  } catch {
    return null;
  }
}

/** Default token lifetime in seconds, for responses without `expires_in`. */
const USUAL_LIFETIME_SECONDS = 86_399;

/**
 * The response of `POST /oauth/token`. HighLevel's schema requires hardly any of these fields, but a grant needs both
 * tokens.
 */
const tokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive().default(USUAL_LIFETIME_SECONDS),
  scope: z.string().optional(),
  userType: z.enum(['Company', 'Location']).optional(),
  locationId: z.string().min(1).nullish(),
  companyId: z.string().min(1).nullish(),
  approvedLocations: z.array(z.string().min(1)).nullish(),
});

export type TokenResponse = z.infer<typeof tokenResponse>;

/** The response of `POST /oauth/locationToken`. */
export const locationTokenResponse = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(USUAL_LIFETIME_SECONDS),
  scope: z.string().optional(),
});

/** The response of `GET /oauth/installedLocations`. */
export const installedLocationsResponse = z.object({
  locations: z.array(z.object({ _id: z.string().min(1), isInstalled: z.boolean().nullish() })),
});

/** The response of `GET /locations/{id}`. Only the name is read. */
export const locationResponse = z.object({ location: z.object({ name: z.string().nullish() }) });

/** The response of `POST /oauth/reconnect`. */
const reconnectResponse = z.object({ authorizationCode: z.string().min(1) });

/** Error responses of `/oauth/token`. */
const tokenErrorResponse = z.object({
  error: z.string().optional(),
  error_description: z.string().optional(),
  message: z.union([z.string(), z.array(z.string())]).optional(),
});
