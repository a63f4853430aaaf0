import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { OFFICIAL_KEY, OFFICIAL_LEGACY_KEY } from './crm/webhooks/official-keys.ts';
import { readPublicKeys } from './crm/webhooks/public-keys.ts';

const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const flag = optional.transform((value) => value === 'true');

const url = optional.refine(
  (value) => value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value)),
  { error: 'must start with http:// or https:// and name a host' },
);
/** The site stands at the top of its host: every link of it starts with a slash. */
const siteUrl = url.refine((value) => value === undefined || isTop(value), {
  error: 'must be an address without a path, like https://www.example.com',
});

function isTop(value: string): boolean {
  const read = URL.parse(value);
  // What cannot be read at all has its fault already.
  return read === null || (/^\/*$/.test(read.pathname) && read.search + read.hash + read.username === '');
}

/** Shorter ones could be guessed. */
const SECRET_KEY_LENGTH = 32;
const secretKey = optional.refine((value) => value === undefined || value.length >= SECRET_KEY_LENGTH, {
  error: `must have at least ${SECRET_KEY_LENGTH} characters; openssl rand -base64 32 makes one`,
});
const METRICS_TOKEN_LENGTH = 16;
const metricsToken = optional.refine(
  (value) => value === undefined || (value.length >= METRICS_TOKEN_LENGTH && !/\s/.test(value)),
  {
    error: `must have at least ${METRICS_TOKEN_LENGTH} characters, none of them a space; openssl rand -hex 24 makes one`,
  },
);
const mailAddresses = optional
  .transform((value) => (value ?? '').split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every((each) => z.email().safeParse(each).success), {
    error: 'must be e-mail addresses, with commas between',
  });

const publicKeys = optional.transform((value, { issues }) => {
  try {
    return readPublicKeys(value ?? `${OFFICIAL_KEY}${OFFICIAL_LEGACY_KEY}`);
  } catch (error) {
    issues.push({
      code: 'custom',
      input: value,
      message: error instanceof Error ? error.message : 'is no key',
    });
    return z.NEVER;
  }
});

/** What our calls need in one location; a whole company needs `oauth.readonly` and `oauth.write` too. */
const DEFAULT_SCOPES = 'contacts.readonly contacts.write locations.readonly locations/customFields.readonly';

const schema = z.object({
  NODE_ENV: optional,
  PORT: optional
    .transform((value) => Number(value ?? 3000))
    .refine((port) => Number.isInteger(port) && port >= 0 && port <= 65_535, {
      error: 'must be a port from 0 to 65535',
    }),
  HOST: optional,
  PUBLIC_URL: siteUrl,
  DATA_DIR: optional.transform((value) => value ?? './data'),
  WORDPRESS_API_URL: url,
  WORDPRESS_USERNAME: optional,
  WORDPRESS_APP_PASSWORD: optional,
  VITE_USE_MOCK_DATA: optional,
  IMAGE_ORIGINS: optional.refine(
    (value) => (value ?? '').split(/\s+/).every((each) => each === '' || /^https?:\/\/[^\s/]+$/.test(each)),
    { error: 'must be origins like https://cdn.example.com, with spaces between' },
  ),
  HOME_LAYOUT: z
    .enum(['', 'content', 'lead-capture'], { error: 'must be content or lead-capture' })
    .optional()
    .transform((value) => (value === '' || value === undefined ? undefined : value)),
  CONTENT_MAX_AGE: optional
    .transform((value) => Number(value ?? 60))
    .refine((seconds) => Number.isFinite(seconds) && seconds >= 0, {
      error: 'must be a number of seconds, 0 or more',
    }),
  DRAIN_SECONDS: optional
    .transform((value) => Number(value ?? 0))
    .refine((seconds) => Number.isFinite(seconds) && seconds >= 0 && seconds <= 600, {
      error: 'must be a number of seconds, 0 to 600',
    }),
  TRUST_PROXY: optional
    .transform((value) => Number(value ?? 0))
    .refine((n) => Number.isInteger(n) && n >= 0, {
      error: 'must be the number of proxies in front, 0 or more',
    }),
  LOG_LEVEL: z
    .enum(['', 'trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be a pino level',
    })
    .optional()
    .transform((value) => value || 'info'),
  ALLOW_SAMPLE_INDEX: flag,
  DATABASE_URL: optional.refine((value) => value === undefined || /^postgres(ql)?:\/\//.test(value), {
    error: 'must start with postgres://; without it the embedded database is used',
  }),
  SECRET_KEY: secretKey,
  SECRET_KEYS_OLD: optional.transform((value) => (value ?? '').split(/\s+/).filter(Boolean)),
  HIGHLEVEL_API_BASE: url.transform((value) => value ?? 'https://services.leadconnectorhq.com'),
  HIGHLEVEL_MARKETPLACE_BASE: url.transform((value) => value ?? 'https://marketplace.gohighlevel.com'),
  GHL_API_KEY: optional,
  GHL_LOCATION_ID: optional,
  GHL_CLIENT_ID: optional,
  GHL_CLIENT_SECRET: optional,
  GHL_SCOPES: optional.transform((value) => (value ?? DEFAULT_SCOPES).split(/[\s,]+/).filter(Boolean)),
  GHL_INBOUND_WEBHOOK_URL: url,
  GHL_WEBHOOK_PUBLIC_KEY: publicKeys,
  METRICS_TOKEN: metricsToken,
  SMTP_URL: optional.refine((value) => value === undefined || /^smtps?:\/\//.test(value), {
    error: 'must look like smtps://user:password@mail.example.com',
  }),
  AGENT_ALERT_TO: mailAddresses,
  MAIL_FROM: optional,
  CONFIRMATION_EMAIL: flag,
  VITE_GA_MEASUREMENT_ID: optional.refine(
    (value) => value === undefined || /^[A-Z]+-[A-Z0-9]+$/.test(value),
    {
      error: 'must look like G-XXXXXXXXXX',
    },
  ),
  LEAD_ENDPOINT: optional.refine((value) => value === undefined || /^\/[\w./-]*$/.test(value), {
    error: 'must be a path of this site, such as /api/ghl/contact',
  }),
  LEAD_PROOF_OF_WORK: flag,
  LEAD_RATE_LIMIT: optional
    .transform((value) => Number(value ?? 60))
    .refine((posts) => Number.isInteger(posts) && posts >= 1, {
      error: 'must be a whole number of posts in ten minutes, 1 or more',
    }),
  LEAD_RETENTION_DAYS: optional
    .transform((value) => Number(value ?? 0))
    .refine((days) => Number.isInteger(days) && days >= 0, {
      error: 'must be a whole number of days; 0 keeps all',
    }),
});

/** Faults that only show when settings are read together. */
function halfSetFaults(env: Readonly<Record<string, string | undefined>>): string[] {
  const set = (name: string) => Boolean(env[name]?.trim());
  const faults: string[] = [];
  if (set('WORDPRESS_USERNAME') && !set('WORDPRESS_APP_PASSWORD')) {
    faults.push('WORDPRESS_APP_PASSWORD is missing while WORDPRESS_USERNAME is set. Set both, or neither.');
  }
  if (set('WORDPRESS_APP_PASSWORD') && !set('WORDPRESS_USERNAME')) {
    faults.push('WORDPRESS_USERNAME is missing while WORDPRESS_APP_PASSWORD is set. Set both, or neither.');
  }
  if ((set('WORDPRESS_USERNAME') || set('WORDPRESS_APP_PASSWORD')) && !set('WORDPRESS_API_URL')) {
    faults.push('WORDPRESS_API_URL is missing while WordPress credentials are set. Set the site’s address.');
  }
  if (set('GHL_API_KEY') && !set('GHL_LOCATION_ID')) {
    faults.push(
      'GHL_LOCATION_ID is missing while GHL_API_KEY is set. A private-integration token needs its location.',
    );
  }
  if (set('GHL_LOCATION_ID') && !set('GHL_API_KEY') && !set('GHL_CLIENT_ID')) {
    faults.push(
      'GHL_API_KEY is missing while GHL_LOCATION_ID is set. Set both, or neither, or connect by OAuth with GHL_CLIENT_ID.',
    );
  }
  if (set('GHL_CLIENT_ID') && !set('GHL_CLIENT_SECRET')) {
    faults.push('GHL_CLIENT_SECRET is missing while GHL_CLIENT_ID is set. Set both, or neither.');
  }
  if (set('GHL_CLIENT_SECRET') && !set('GHL_CLIENT_ID')) {
    faults.push('GHL_CLIENT_ID is missing while GHL_CLIENT_SECRET is set. Set both, or neither.');
  }
  return faults;
}

/** How WordPress is reached; absent credentials mean anonymous reading. */
export interface WordPressConfig {
  url: string;
  credentials: { username: string; appPassword: string } | null;
}

/** Our application in HighLevel's marketplace. */
export interface CrmOauthConfig {
  /** Where operators choose a location, without a slash at the end. */
  marketplaceBase: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
}

/** HighLevel, the CRM. */
export interface CrmConfig {
  /** Without a slash at the end. */
  apiBase: string;
  /** A private-integration token and the location it is for. */
  token: { key: string; locationId: string } | null;
  /** The application operators let into their locations; null: only the token counts. */
  oauth: CrmOauthConfig | null;
  /** Where leads go when several locations are connected; null: operators choose, at first the one connected first. */
  locationId: string | null;
  /** The trigger of a workflow that is notified too. */
  inboundWebhookUrl: string | null;
}

export interface MailConfig {
  smtpUrl: string | null;
  /** Whom leads are announced to; empty: the agent of the site settings. */
  alertTo: readonly string[];
  /** Sender; null: the agent of the site settings. */
  from: string | null;
  /** Whether visitors get a confirmation. */
  confirm: boolean;
}

export interface LeadConfig {
  /** Overrides the browser's choice of path; null leaves it. */
  endpoint: string | null;
  proofOfWork: boolean;
  /** Posts an address may send in ten minutes; a sixth of them is suspicious. */
  rateLimit: number;
  /** Days after which delivered leads are deleted; 0 keeps all. */
  retentionDays: number;
}

/** The server's settings, checked. */
export interface Config {
  /** True while someone works on the site: served from its sources, with faults shown on the page. */
  dev: boolean;
  port: number;
  host: string;
  /** The address visitors use, without a slash at the end; null until the server knows its port. */
  publicUrl: string | null;
  dataDir: string;
  wordpress: WordPressConfig | null;
  /** Where WordPress's pictures come from besides its own address: a CDN. */
  imageOrigins: readonly string[];
  homeLayout: 'content' | 'lead-capture' | null;
  /** Seconds until content is asked for again. */
  contentMaxAge: number;
  trustProxy: number;
  /** Seconds for which a server that was told to stop still answers, and says at /readyz that it will not. */
  drainSeconds: number;
  logLevel: string;
  /** Measuring only: leaves the sample identity's `noindex` out. */
  allowSampleIndex: boolean;
  /** PostgreSQL; null: the embedded SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** The current one first; empty: one is made and kept in `dataDir`. */
  secretKeys: readonly string[];
  crm: CrmConfig;
  /** What the CRM's webhooks may be signed with: Ed25519, and RSA for the legacy signature. */
  webhookKeys: readonly KeyObject[];
  mail: MailConfig;
  leads: LeadConfig;
  /** What `/metrics` asks for; null: only operators see it. */
  metricsToken: string | null;
  /** Google Analytics; null: no statistics. */
  measurementId: string | null;
}

/** Thrown when settings are missing or wrong; its message lists every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the settings from an environment. Throws a `ConfigError` that lists all faults at once. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { dev = false }: { dev?: boolean } = {},
): Config {
  const parsed = schema.safeParse(environment);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...halfSetFaults(environment),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(`The settings have ${faults.length} fault(s):\n  ${faults.join('\n  ')}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  // The mock flag only counts where no credentials are set: a configured site never shows samples by accident.
  const mock = env.VITE_USE_MOCK_DATA === 'true' && !env.WORDPRESS_USERNAME;
  return {
    dev,
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : null,
    dataDir: env.DATA_DIR,
    wordpress:
      env.WORDPRESS_API_URL && !mock
        ? {
            url: env.WORDPRESS_API_URL,
            credentials:
              env.WORDPRESS_USERNAME && env.WORDPRESS_APP_PASSWORD
                ? { username: env.WORDPRESS_USERNAME, appPassword: env.WORDPRESS_APP_PASSWORD }
                : null,
          }
        : null,
    imageOrigins: (env.IMAGE_ORIGINS ?? '').split(/\s+/).filter(Boolean),
    homeLayout: env.HOME_LAYOUT ?? null,
    contentMaxAge: env.CONTENT_MAX_AGE,
    trustProxy: env.TRUST_PROXY,
    drainSeconds: env.DRAIN_SECONDS,
    logLevel: env.LOG_LEVEL,
    allowSampleIndex: env.ALLOW_SAMPLE_INDEX,
    databaseUrl: env.DATABASE_URL ?? null,
    secretKeys: env.SECRET_KEY ? [env.SECRET_KEY, ...env.SECRET_KEYS_OLD] : [],
    crm: {
      apiBase: env.HIGHLEVEL_API_BASE.replace(/\/+$/, ''),
      token:
        env.GHL_API_KEY && env.GHL_LOCATION_ID
          ? { key: env.GHL_API_KEY, locationId: env.GHL_LOCATION_ID }
          : null,
      oauth:
        env.GHL_CLIENT_ID && env.GHL_CLIENT_SECRET
          ? {
              marketplaceBase: env.HIGHLEVEL_MARKETPLACE_BASE.replace(/\/+$/, ''),
              clientId: env.GHL_CLIENT_ID,
              clientSecret: env.GHL_CLIENT_SECRET,
              scopes: env.GHL_SCOPES,
            }
          : null,
      locationId: env.GHL_LOCATION_ID ?? null,
      inboundWebhookUrl: env.GHL_INBOUND_WEBHOOK_URL ?? null,
    },
    webhookKeys: env.GHL_WEBHOOK_PUBLIC_KEY,
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      alertTo: env.AGENT_ALERT_TO,
      from: env.MAIL_FROM ?? null,
      confirm: env.CONFIRMATION_EMAIL,
    },
    leads: {
      endpoint: env.LEAD_ENDPOINT ?? null,
      proofOfWork: env.LEAD_PROOF_OF_WORK,
      rateLimit: env.LEAD_RATE_LIMIT,
      retentionDays: env.LEAD_RETENTION_DAYS,
    },
    metricsToken: env.METRICS_TOKEN ?? null,
    measurementId: env.VITE_GA_MEASUREMENT_ID ?? null,
  };
}
