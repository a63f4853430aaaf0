import type { CrmConfig } from '../config.ts';

/** What a call to the CRM carries. */
export interface CrmCredentials {
  token: string;
  locationId: string;
}

/** The way to the CRM's credentials, whatever they come from: a fixed token, or a connected application. */
export interface CrmAccess {
  /** `reconnect-needed`: the present credentials were refused; other ones are needed. */
  state(): Promise<'not-configured' | 'ready' | 'reconnect-needed'>;
  /** Null: there are none. Refused ones are still given: a refusal may have been an error of the CRM's. */
  credentials(): Promise<CrmCredentials | null>;
  /** The CRM refused the credentials. */
  refused(): void;
  /** The CRM took them. */
  accepted(): void;
}

/** Access by a private-integration token, which only changes with the settings. */
export function createTokenAccess(config: Pick<CrmConfig, 'token'>): CrmAccess {
  const credentials = config.token && { token: config.token.key, locationId: config.token.locationId };
  let wasRefused = false;
  return {
    state: () => Promise.resolve(!credentials ? 'not-configured' : wasRefused ? 'reconnect-needed' : 'ready'),
    credentials: () => Promise.resolve(credentials),
    refused: () => {
      wasRefused = true;
    },
    accepted: () => {
      wasRefused = false;
    },
  };
}
