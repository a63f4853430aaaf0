import type { CrmConfig, CrmOauthConfig } from '../../config.ts';
import { reconnectAnswer } from './token-shapes.ts';

/** Milliseconds until an answer counts as none: what is left of a renewal's lease must do for the rest. */
const TIME_LIMIT = 4000;

/**
 * Asks HighLevel's Reconnect API (its help article 155000003717) for a new code after tokens were lost, as by a crash
 * between "changed there" and "stored here". Null, whatever the reason: there is none. Never throws.
 */
export async function requestReconnect(
  where: { locationId: string } | { companyId: string },
  { apiBase, oauth }: Pick<CrmConfig, 'apiBase'> & { oauth: CrmOauthConfig },
): Promise<string | null> {
  try {
    const response = await fetch(`${apiBase}/oauth/reconnect`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ clientKey: oauth.clientId, clientSecret: oauth.clientSecret, ...where }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    if (!response.ok) return null;
    return reconnectAnswer.parse(await response.json()).authorizationCode;
  } catch {
    return null;
  }
}
