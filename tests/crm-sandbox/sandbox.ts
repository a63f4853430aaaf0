import type { KeyObject } from 'node:crypto';
import type { FaultControl } from './faults.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The context shared by all parts of the sandbox. */
export interface Sandbox {
  state: SandboxState;
  faults: FaultControl;
  random: SeededRandom;
  limiter: RateLimiter;
  keys: SigningKeys;
  /** The current time in milliseconds since 1970. Tests can replace the clock. */
  now(): number;
  /** Lifetime of access tokens in seconds. */
  accessTokenSeconds: number;
  /** Whether the Reconnect API issues a new code to an app that lost its tokens. */
  reconnects: boolean;
  /** Returns the sandbox's URL. Only available after the server has started to listen. */
  url(): string;
}

export interface Location {
  id: string;
  companyId: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
  timezone: string;
  allowDuplicateContact: boolean;
  /** Rate limits per app: `burst` requests per `RATE_INTERVAL`, and `daily` requests per day. */
  limits: { burst: number; daily: number };
  customFields: CustomField[];
}

interface CustomField {
  id: string;
  name: string;
  /** The field's key, with the prefix `contact.`. */
  fieldKey: string;
  dataType: string;
  picklistOptions?: string[];
}

export interface Contact {
  id: string;
  locationId: string;
  email?: string;
  /** The phone number in E.164 format. */
  phone?: string;
  /** All other values, by their API names. */
  properties: Record<string, unknown>;
  /** In lower case, in insertion order. */
  tags: string[];
  customFields: { id: string; value: string }[];
  dateAdded: string;
  dateUpdated: string;
}

export interface Note {
  id: string;
  contactId: string;
  body: string;
  title?: string;
  color?: string;
  pinned?: boolean;
  userId?: string;
  dateAdded: string;
}

export interface RequestRecord {
  number: number;
  at: string;
  method: string;
  /** The path, including the query string. */
  path: string;
  body: unknown;
  /** Null if the sandbox sent no response. */
  status: number | null;
  milliseconds: number | null;
  /** The injected fault; null if there was none. */
  fault: string | null;
}

/** A request or response that does not match the official files. */
interface Violation {
  of: 'request' | 'answer';
  requestNumber: number;
  operation: string;
  faults: string[];
}

/** A request to the inbound-webhook trigger of a workflow. */
interface TriggerCall {
  id: string;
  locationId: string;
  triggerId: string;
  /** False for an unknown trigger. HighLevel answers 200 in this case, too. */
  known: boolean;
  at: string;
  body: unknown;
  headers: Record<string, string>;
}

export interface SentWebhook {
  id: string;
  at: string;
  event: string;
  url: string;
  body: string;
  headers: Record<string, string>;
  /** Null if there was no response. */
  status: number | null;
}

export interface SigningKeys {
  ed25519: { publicKey: KeyObject; privateKey: KeyObject };
  rsa: { publicKey: KeyObject; privateKey: KeyObject };
}

/** The state of the sandbox. Tests may read it. */
export interface SandboxState {
  companyId: string;
  clientId: string;
  clientSecret: string;
  locations: Map<string, Location>;
  contacts: Map<string, Contact>;
  notes: Note[];
  tokens: Map<string, Token>;
  grants: Grant[];
  /** Location ids by trigger id. */
  triggers: Map<string, string>;
  triggerCalls: TriggerCall[];
  /** Oldest first. Limited to `REQUESTS_KEPT`. */
  requests: RequestRecord[];
  violations: Violation[];
  sentWebhooks: SentWebhook[];
}

/** Maximum number of recorded requests. No test makes more. */
export const REQUESTS_KEPT = 50_000;

export interface Token {
  value: string;
  kind: 'private' | 'access';
  userType: 'Company' | 'Location';
  companyId: string;
  /** Null if the token is for the whole company. */
  locationId: string | null;
  scopes: readonly string[];
  /** The app that the token was issued to. Rate limits are per app. */
  clientId: string;
  grantId: string | null;
  /** Expiry in milliseconds since 1970; null if the token never expires. */
  expiresAt: number | null;
  revoked: boolean;
}

/** An installation of the app. */
export interface Grant {
  id: string;
  clientId: string;
  userId: string;
  userType: 'Company' | 'Location';
  companyId: string;
  locationId: string | null;
  scopes: readonly string[];
  /** The only valid refresh token. Null before the first token response and after a revocation. */
  refreshToken: string | null;
  /** The authorization code, which works only once. */
  code: { value: string; redirectUri: string; expiresAt: number; used: boolean };
  refreshes: number;
  revoked: boolean;
  installedAt: string;
}

/** The default custom fields of a location. Some fields that the site can fill in are missing on purpose. */
const defaultFieldKeys = [
  'area_of_interest',
  'inquiry_type',
  'message',
  'contact_method',
  'referral_source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'landing_page',
  'referrer',
  'gclid',
  // A real location also has fields that the site does not use.
  'budget',
  'pre_approved',
] as const;

const largeText = new Set(['message', 'landing_page']);

/** The union of the scopes that the supported operations need. */
export const allScopes = [
  'contacts.readonly',
  'contacts.write',
  'locations.readonly',
  'locations/customFields.readonly',
  'locations/customFields.write',
  'oauth.readonly',
  'oauth.write',
] as const;

export interface SeedOptions {
  /** Keys without the prefix `contact.`. Defaults to `defaultFieldKeys`. */
  customFields?: readonly string[];
  /** HighLevel's location setting “Allow Duplicate Contact”. Off by default. */
  allowDuplicateContact?: boolean;
  limits?: { burst: number; daily: number };
}

/** HighLevel's limits per app and location. */
const LIMITS = { burst: 100, daily: 200_000 };

/** Creates custom fields with the names and keys that HighLevel derives. */
function seedFields(random: SeededRandom, keys: readonly string[]): CustomField[] {
  return keys.map((key) => ({
    id: random.nextId(),
    name: key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    fieldKey: `contact.${key}`,
    dataType: key === 'contact_method' ? 'SINGLE_OPTIONS' : largeText.has(key) ? 'LARGE_TEXT' : 'TEXT',
    ...(key === 'contact_method' ? { picklistOptions: ['Email', 'Phone', 'Text'] } : {}),
  }));
}

/**
 * Creates a company with two locations, a private-integration token for the first one, and an app that can be
 * installed.
 */
export function seedState(random: SeededRandom, options: SeedOptions): SandboxState {
  const companyId = random.nextId();
  const location = (name: string, city: string, keys: readonly string[]): Location => ({
    id: random.nextId(),
    companyId,
    name,
    email: `${city.toLowerCase().replaceAll(' ', '-')}@example.com`,
    phone: '+15155550100',
    address: '100 Grand Ave',
    city,
    state: 'IA',
    postalCode: '50309',
    timezone: 'America/Chicago',
    allowDuplicateContact: options.allowDuplicateContact ?? false,
    limits: options.limits ?? LIMITS,
    customFields: seedFields(random, keys),
  });
  const first = location('Sandbox Realty', 'Des Moines', options.customFields ?? defaultFieldKeys);
  const second = location('Another Office', 'Ames', ['budget']);
  const clientId = `${random.nextId(24).toLowerCase()}-${random.nextId(8).toLowerCase()}`;
  const triggerId = random.nextId(36).toLowerCase();
  const token: Token = {
    value: `pit-${random.nextId(36).toLowerCase()}`,
    kind: 'private',
    userType: 'Location',
    companyId,
    locationId: first.id,
    scopes: allScopes.filter((scope) => !scope.startsWith('oauth')),
    clientId: 'private-integration',
    grantId: null,
    expiresAt: null,
    revoked: false,
  };
  return {
    companyId,
    clientId,
    clientSecret: random.nextId(36).toLowerCase(),
    locations: new Map([first, second].map((each) => [each.id, each])),
    contacts: new Map(),
    notes: [],
    tokens: new Map([[token.value, token]]),
    grants: [],
    triggers: new Map([[triggerId, first.id]]),
    triggerCalls: [],
    requests: [],
    violations: [],
    sentWebhooks: [],
  };
}
