import type { CrmConfig } from '../config.ts';

/** What a call to the CRM carries. */
export interface CrmCredentials {
  token: string;
  locationId: string;
}

/** The way to the CRM's credentials, whatever they come from: a fixed token, or a connected application. */
export interface CrmAccess {
  /** `reconnect-needed`: there are none that are good now. */
  state(): Promise<'not-configured' | 'ready' | 'reconnect-needed'>;
  /** Null: there are none. Refused ones are still given: a refusal may have been an error of the CRM's. */
  credentials(): Promise<CrmCredentials | null>;
  /** The CRM refused these although they should be good: others to try in their place, or null. */
  renew(refused: CrmCredentials): Promise<CrmCredentials | null>;
  /** The CRM refused the credentials, and others could not be had; in its words. */
  refused(credentials: CrmCredentials, said: string): Promise<void>;
  /** The CRM took them. */
  accepted(credentials: CrmCredentials): Promise<void>;
  /** What an operator must do about a refusal with this status. */
  mend(status: number | undefined): string;
  /** Tells whenever the credentials can no longer be renewed, and why. */
  onReconnect(listener: (reason: string) => void): void;
  /** Tells whenever there are good credentials again, or others. */
  onReady(listener: () => Promise<void>): void;
}

/** Access by a private-integration token, which only changes with the settings. */
export function createTokenAccess(config: Pick<CrmConfig, 'token'>): CrmAccess {
  const credentials = config.token && { token: config.token.key, locationId: config.token.locationId };
  let wasRefused = false;
  return {
    mend: (status) =>
      status === 403
        ? 'Set GHL_LOCATION_ID to the location the token was made in, and restart.'
        : 'Make a private-integration token with the scopes contacts.readonly, ' +
          'contacts.write and locations/customFields.readonly, set it as GHL_API_KEY, and restart.',
    state: () => Promise.resolve(!credentials ? 'not-configured' : wasRefused ? 'reconnect-needed' : 'ready'),
    credentials: () => Promise.resolve(credentials),
    renew: () => Promise.resolve(null),
    refused: () => {
      wasRefused = true;
      return Promise.resolve();
    },
    accepted: () => {
      wasRefused = false;
      return Promise.resolve();
    },
    onReconnect: () => {},
    onReady: () => {},
  };
}
