import type { KeyObject } from 'node:crypto';
import type { FaultControl } from './faults.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The context that all parts of the sandbox share. */
export interface Sandbox {
  state: SandboxState;
  faults: FaultControl;
  random: SeededRandom;
  limiter: RateLimiter;
  keys: SigningKeys;
  /** The current time in milliseconds since 1970; tests can change it. */
  now(): number;
  /** Lifetime of access tokens in seconds. */
  accessTokenSeconds: number;
  /** Whether an app that lost its tokens can get a new code. */
  reconnects: boolean;
  /** Returns the sandbox's own URL once it listens. */
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
  /** Request limits per app: `burst` per `RATE_INTERVAL`, and `daily` per day. */
  limits: { burst: number; daily: number };
  customFields: CustomField[];
}

interface CustomField {
  id: string;
  name: string;
  /** The key, with the prefix `contact.`. */
  fieldKey: string;
  dataType: string;
  picklistOptions?: string[];
}

export interface Contact {
  id: string;
  locationId: string;
  email?: string;
  /** The phone number in E.164. */
  phone?: string;
  /** Other values by their names in the API. */
  properties: Record<string, unknown>;
  /** In lower case, in the order they were added. */
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
  /** The path with the query. */
  path: string;
  body: unknown;
  /** Null if the request was not answered. */
  status: number | null;
  milliseconds: number | null;
  /** The fault that was applied, if any. */
  fault: string | null;
}

/** A request, or an answer of the sandbox, that does not match the official files. */
interface Violation {
  of: 'request' | 'answer';
  requestNumber: number;
  operation: string;
  faults: string[];
}

/** A call of a workflow's inbound-webhook trigger. */
interface TriggerCall {
  id: string;
  locationId: string;
  triggerId: string;
  /** False for an unknown trigger, which HighLevel also answers with 200. */
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
  /** Null if there was no answer. */
  status: number | null;
}

export interface SigningKeys {
  ed25519: { publicKey: KeyObject; privateKey: KeyObject };
  rsa: { publicKey: KeyObject; privateKey: KeyObject };
}

/** The state of the sandbox, for tests to read. */
export interface SandboxState {
  companyId: string;
  clientId: string;
  clientSecret: string;
  locations: Map<string, Location>;
  contacts: Map<string, Contact>;
  notes: Note[];
  tokens: Map<string, Token>;
  grants: Grant[];
  /** Location ids of the existing triggers, by trigger id. */
  triggers: Map<string, string>;
  triggerCalls: TriggerCall[];
  /** Oldest first, at most `REQUESTS_KEPT`. */
  requests: RequestRecord[];
  violations: Violation[];
  sentWebhooks: SentWebhook[];
}

/** How many requests are kept: more than the longest test makes. */
export const REQUESTS_KEPT = 50_000;

/** A token with its scopes and expiry. */
export interface Token {
  value: string;
  kind: 'private' | 'access';
  userType: 'Company' | 'Location';
  companyId: string;
  /** Null for the whole company. */
  locationId: string | null;
  scopes: readonly string[];
  /** The app, for rate limits. */
  clientId: string;
  grantId: string | null;
  /** Time in milliseconds; null if the token never expires. */
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
  /** The only valid refresh token; null before the first one and after a revocation. */
  refreshToken: string | null;
  /** The code, which works only once. */
  code: { value: string; redirectUri: string; expiresAt: number; used: boolean };
  refreshes: number;
  revoked: boolean;
  installedAt: string;
}

/** The default custom fields of a location. Some fields that the site could fill in are missing. */
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

/** All scopes that the supported requests need. */
export const allScopes = [
  'contacts.readonly',
  'contacts.write',
  'locations.readonly',
  'locations/customFields.readonly',
  'oauth.readonly',
  'oauth.write',
] as const;

export interface SeedOptions {
  /** Keys without the prefix `contact.`; `defaultFieldKeys` by default. */
  customFields?: readonly string[];
  /** HighLevel's location setting; off by default. */
  allowDuplicateContact?: boolean;
  limits?: { burst: number; daily: number };
}

/** HighLevel's limits per app and location: in ten seconds, and in a day. */
const LIMITS = { burst: 100, daily: 200_000 };

/** Creates custom fields with the names and keys that HighLevel would give them. */
function seedFields(random: SeededRandom, keys: readonly string[]): CustomField[] {
  return keys.map((key) => ({
    id: random.nextId(),
    name: key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    fieldKey: `contact.${key}`,
    dataType: key === 'contact_method' ? 'SINGLE_OPTIONS' : largeText.has(key) ? 'LARGE_TEXT' : 'TEXT',
    ...(key === 'contact_method' ? { picklistOptions: ['Email', 'Phone', 'Text'] } : {}),
  }));
}

/** Creates a company with two locations, a private-integration token for the first, and an app to install. */
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
