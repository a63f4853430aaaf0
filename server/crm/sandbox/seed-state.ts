import type { SeededRandom } from './seeded-random.ts';
import type { Token } from './oauth-state.ts';
import type { CustomField, Location, SandboxState } from './sandbox-state.ts';

/** The custom fields a location has unless told otherwise: some of what the site could fill in is not there. */
export const defaultFieldKeys = [
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
  // Not the site's: a real location has more fields than those.
  'budget',
  'pre_approved',
] as const;

const largeText = new Set(['message', 'landing_page']);

/** All the official files ask for in what the sandbox serves. */
export const allScopes = [
  'contacts.readonly',
  'contacts.write',
  'locations.readonly',
  'locations/customFields.readonly',
  'oauth.readonly',
  'oauth.write',
] as const;

export interface SeedOptions {
  /** Keys without `contact.`; default: `defaultFieldKeys`. */
  customFields?: readonly string[];
  /** HighLevel's setting of a location; off by default. */
  allowDuplicateContact?: boolean;
  limits?: { burst: number; daily: number };
}

/** HighLevel's limits of one app and location: in ten seconds, in a day. */
const LIMITS = { burst: 100, daily: 200_000 };

/** Custom fields with the names and keys HighLevel would give them. */
export function seedFields(random: SeededRandom, keys: readonly string[]): CustomField[] {
  return keys.map((key) => ({
    id: random.nextId(),
    name: key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    fieldKey: `contact.${key}`,
    dataType: key === 'contact_method' ? 'SINGLE_OPTIONS' : largeText.has(key) ? 'LARGE_TEXT' : 'TEXT',
    ...(key === 'contact_method' ? { picklistOptions: ['Email', 'Phone', 'Text'] } : {}),
  }));
}

/** A company with two locations, a private-integration token for the first, and an app that may be let in. */
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
