import type { CrmConfig } from '../platform/config/config.ts';

/** The token for API calls about one location. */
export interface CrmCredentials {
  token: string;
  locationId: string;
}

/**
 * Provides credentials for the CRM, from a private-integration token or from OAuth, and records whether the CRM
 * accepts them.
 */
export interface CrmAccess {
  /** Returns whether the CRM can be called. `reconnect-needed`: an operator must connect it again. */
  state(): Promise<'not-configured' | 'ready' | 'reconnect-needed'>;
  /**
   * Returns the credentials, or null if there are none. Refused credentials are still returned, because the refusal may
   * be an error in the CRM.
   */
  credentials(): Promise<CrmCredentials | null>;
  /** Call this when the CRM refuses credentials that look valid. Returns other credentials to try, or null. */
  renew(refused: CrmCredentials): Promise<CrmCredentials | null>;
  /**
   * Records that the CRM refused the credentials and no others are left to try. `crmMessage` is the CRM's own message.
   */
  refused(credentials: CrmCredentials, crmMessage: string): Promise<void>;
  /** Records that the CRM accepted the credentials. */
  accepted(credentials: CrmCredentials): Promise<void>;
  /** Returns instructions for an operator after a refusal with this HTTP status. */
  fix(status: number | undefined): string;
  /** Registers a listener that is called with the reason when an operator must reconnect the CRM or fix a setting. */
  onReconnect(listener: (reason: string) => void): void;
  /** Registers a listener that is called when calls may succeed again, as described at `CrmGrants.onReady`. */
  onReady(listener: () => Promise<void>): void;
}

/**
 * Creates access with a private-integration token. The token cannot be renewed: after a change, the server must
 * restart.
 */
export function createPrivateTokenAccess(config: Pick<CrmConfig, 'token'>): CrmAccess {
  const credentials = config.token && { token: config.token.key, locationId: config.token.locationId };
  let wasRefused = false;
  return {
    fix: (status) =>
      status === 403
        ? 'Set GHL_LOCATION_ID to the location the token was made in, and restart.'
        : 'Make a private-integration token with the scopes contacts.readonly, contacts.write, ' +
          'locations/customFields.readonly and locations/customFields.write, set it as GHL_API_KEY, and restart.',
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
