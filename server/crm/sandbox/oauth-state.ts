/** What someone may do with a token, until when. */
export interface Token {
  value: string;
  kind: 'private' | 'access';
  userType: 'Company' | 'Location';
  companyId: string;
  /** Null: the whole company. */
  locationId: string | null;
  scopes: readonly string[];
  /** The app, for counting requests. */
  clientId: string;
  grantId: string | null;
  /** Milliseconds; null: never. */
  expiresAt: number | null;
  revoked: boolean;
}

/** An app someone let in. */
export interface Grant {
  id: string;
  clientId: string;
  userId: string;
  userType: 'Company' | 'Location';
  companyId: string;
  locationId: string | null;
  scopes: readonly string[];
  /** The only one that is good now; null before the first and after a revocation. */
  refreshToken: string | null;
  /** Good once. */
  code: { value: string; redirectUri: string; expiresAt: number; used: boolean };
  refreshes: number;
  revoked: boolean;
  installedAt: string;
}
