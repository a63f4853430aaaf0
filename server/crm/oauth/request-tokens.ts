import type { CrmConfig, CrmOauthConfig } from '../../config.ts';
import { OauthFault } from './oauth-fault.ts';
import { tokenAnswer, tokenFaultAnswer, type TokenAnswer } from './token-shapes.ts';

/** Milliseconds until an answer counts as lost; shorter than a renewal's lease. */
const TIME_LIMIT = 10_000;
/** Longest answer that is read, and longest text of the CRM's that is shown, in characters. */
const LONGEST_ANSWER = 100_000;
const LONGEST_WORDS = 200;
/** What tells that the connection never stood: nothing can have happened. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** What tokens are asked for with. */
export type TokenQuestion =
  | { grant_type: 'authorization_code'; code: string; redirect_uri?: string }
  | { grant_type: 'refresh_token'; refresh_token: string; user_type: 'Company' | 'Location' };

/** Asks `POST /oauth/token`. Throws an `OauthFault`. A question that reached the CRM cannot be asked again. */
export async function requestTokens(
  question: TokenQuestion,
  {
    apiBase,
    oauth,
    timeLimit = TIME_LIMIT,
  }: Pick<CrmConfig, 'apiBase'> & { oauth: CrmOauthConfig; timeLimit?: number },
): Promise<TokenAnswer> {
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
        ...question,
      }),
      // Followed elsewhere, a redirect would carry the secret to who knows whom.
      redirect: 'error',
      signal: limit,
    });
    text = await response.text();
  } catch (cause) {
    const code = codeOf(cause);
    if (NEVER_CONNECTED.has(code)) {
      throw new OauthFault('unreached', `HighLevel could not be reached (${code}).`, { cause });
    }
    const reason = limit.aborted ? `did not answer in ${timeLimit / 1000} s` : 'broke the connection';
    throw new OauthFault('unclear', `HighLevel ${reason}${code ? ` (${code})` : ''}.`, { cause });
  }
  const json = text.length > LONGEST_ANSWER ? undefined : readJson(text);
  if (!response.ok) throw faultOf(response.status, json, [oauth.clientSecret, ...Object.values(question)]);
  const answer = tokenAnswer.safeParse(json);
  if (answer.success) return answer.data;
  throw new OauthFault('unclear', `HighLevel answered ${response.status} with what are no tokens.`);
}

function faultOf(status: number, json: unknown, secrets: readonly string[]): OauthFault {
  const read = tokenFaultAnswer.safeParse(json).data;
  const said = [read?.message ?? read?.error_description ?? read?.error ?? []].flat().join('; ');
  const message = `HighLevel answered ${status}${said ? `: ${withoutSecrets(said, secrets)}` : ''}`;
  if (status === 429) return new OauthFault('unreached', message);
  if (status >= 500 || status === 408 || !read) return new OauthFault('unclear', message);
  if (read.error === 'invalid_grant' || /invalid grant/i.test(said)) return new OauthFault('grant', message);
  if (status === 401 || status === 403 || read.error === 'invalid_client') {
    return new OauthFault('client', message);
  }
  return new OauthFault('refused', message);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  // Short ones are words of the question, such as a grant type.
  for (const secret of secrets) if (secret.length >= 16) clean = clean.replaceAll(secret, '[…]');
  return clean.length > LONGEST_WORDS ? `${clean.slice(0, LONGEST_WORDS - 1)}…` : clean;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
}
