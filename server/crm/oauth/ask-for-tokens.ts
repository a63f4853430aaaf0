import type { Logger } from 'pino';
import type { GrantRow, GrantStore, NewTokens } from './grant-store.ts';
import type { LocationTokens } from './location-tokens.ts';
import { OauthFault } from './oauth-fault.ts';
import { requestReconnect } from './request-reconnect.ts';
import { requestTokens } from './request-tokens.ts';
import type { TokenAnswer } from './token-shapes.ts';

interface Options {
  store: GrantStore;
  locations: LocationTokens;
  asking: Parameters<typeof requestTokens>[1];
  /** The usable access token of a company's grant, renewed where it must be. */
  usable: (company: GrantRow) => Promise<string | null>;
  log: Logger;
  now: () => number;
}

/** Asks the CRM for new tokens of a grant: by its refresh token, or by its company's. Throws an `OauthFault`. */
export function createAsk({ store, locations, asking, usable, log, now }: Options) {
  return async (row: GrantRow): Promise<NewTokens> => {
    if (row.refresh_token === null) return ofCompany(row);
    const refreshToken = await store.open(row, 'refresh_token').catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new OauthFault('keys', message, { cause });
    });
    const answer = await requestTokens(
      {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        user_type: row.location_id === null ? 'Company' : 'Location',
      },
      asking,
    ).catch((fault: unknown) => reconnect(row, fault));
    return {
      ...lifeOf(answer.expires_in),
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      scope: answer.scope ?? row.scope,
    };
  };

  /** The refresh token is lost, but the application may still be let in: then the CRM gives a new code. */
  async function reconnect(row: GrantRow, fault: unknown): Promise<TokenAnswer> {
    if (!(fault instanceof OauthFault) || fault.kind !== 'grant') throw fault;
    const code = await requestReconnect(
      row.location_id === null ? { companyId: row.id } : { locationId: row.location_id },
      asking,
    );
    if (code === null) throw fault;
    const answer = await requestTokens({ grant_type: 'authorization_code', code }, asking);
    log.warn({ event: 'crm-grant-reconnected', grant: row.id, reason: fault.message });
    return answer;
  }

  async function ofCompany(row: GrantRow): Promise<NewTokens> {
    const company = await store.read(row.company_id ?? '');
    if (!company || row.location_id === null) {
      throw new OauthFault('grant', 'The company that let the app into this location is no longer connected');
    }
    const token = await usable(company);
    if (token === null) {
      throw new OauthFault(
        company.state === 'reconnect' ? 'grant' : 'unreached',
        'The company that let the app into this location has no token that is good now',
      );
    }
    const answer = await locations.ofLocation(token, company.id, row.location_id);
    return {
      ...lifeOf(answer.expires_in),
      accessToken: answer.access_token,
      refreshToken: null,
      scope: answer.scope ?? row.scope,
    };
  }

  function lifeOf(seconds: number) {
    const issuedAt = now();
    return { issuedAt, expiresAt: issuedAt + seconds * 1000 };
  }
}
