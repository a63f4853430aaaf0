import { z } from 'zod';
import { AppError } from '../app-error.ts';
import { isSentryDsn } from '../logging/error-reporter.ts';
import { readSecretFiles } from './secret-files.ts';
import {
  apiBaseSetting,
  choiceSetting,
  flagSetting,
  isSecretSetting,
  listSetting,
  numberSetting,
  webhookPublicKeysSetting,
  asSecret,
  serviceUrlSetting,
  siteOriginSetting,
  textSetting,
  patternSetting,
  urlSetting,
} from './setting-kinds.ts';

/** The environment variables that the server reads, each with its default and its validation rule. */
export const environmentSchema = z.object({
  NODE_ENV: textSetting,
  PORT: numberSetting(3000, z.int().min(0).max(65_535), 'must be a port from 0 to 65535'),
  HOST: textSetting,
  PUBLIC_URL: siteOriginSetting,
  TRUST_PROXY: numberSetting(0, z.int().min(0), 'must be the number of proxies in front, 0 or more'),
  DRAIN_SECONDS: numberSetting(0, z.number().min(0).max(600), 'must be a number of seconds, 0 to 600'),
  LOG_LEVEL: choiceSetting(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'must be a pino level',
  ).transform((value) => value ?? 'info'),
  ACCESS_LOG: choiceSetting(['all'], 'must be all, or empty to leave out stored pages'),
  // A shorter token could be guessed.
  METRICS_TOKEN: asSecret(
    patternSetting(
      /^\S{16,}$/,
      'must have at least 16 characters, none of them a space; openssl rand -hex 24 makes one',
    ),
  ),

  CDN: choiceSetting(['1'], 'must be 1, or empty if no CDN is in front'),
  CDN_PURGE_URL: urlSetting,
  CDN_PURGE_TOKEN: asSecret(patternSetting(/^\S+$/, 'must not contain a space')),

  SENTRY_DSN: asSecret(
    textSetting.refine(
      (value) => value === null || isSentryDsn(value),
      'must look like https://<key>@<host>/<project>',
    ),
  ),

  DATA_DIR: textSetting.transform((value) => value ?? './data'),
  DATABASE_URL: asSecret(
    serviceUrlSetting(
      /^postgres(ql)?:\/\//,
      'must start with postgres://; without it the embedded database is used',
    ),
  ),
  MIGRATION_BACKUP: choiceSetting(['off'], 'must be off, or empty for a backup before each migration'),
  SECRET_KEY: asSecret(
    patternSetting(/^.{32,}$/s, 'must have at least 32 characters; openssl rand -base64 32 makes one'),
  ),
  SECRET_KEYS_OLD: asSecret(listSetting(/\s+/)),

  WORDPRESS_API_URL: urlSetting,
  WORDPRESS_USERNAME: textSetting,
  WORDPRESS_APP_PASSWORD: asSecret(textSetting),
  WORDPRESS_PROXY_USERNAME: textSetting,
  WORDPRESS_PROXY_PASSWORD: asSecret(textSetting),
  WORDPRESS_WEBHOOK_SECRET: asSecret(
    patternSetting(
      /^\S{32,}$/,
      'must have at least 32 characters, none of them a space; copy it from Settings › Site settings in WordPress',
    ),
  ),
  VITE_USE_MOCK_DATA: flagSetting,
  CONTENT_MAX_AGE: numberSetting(10, z.number().min(0), 'must be a number of seconds, 0 or more'),
  IMAGE_ORIGINS: listSetting(/\s+/).refine(
    (origins) => origins.every((each) => /^https?:\/\/[^\s/]+$/.test(each)),
    'must be origins like https://cdn.example.com, with spaces between',
  ),
  PICTURE_CACHE_MB: numberSetting(500, z.number().min(0), 'must be a number of megabytes, 0 or more'),
  HOME_LAYOUT: choiceSetting(['content', 'lead-capture'], 'must be content or lead-capture'),
  ALLOW_SAMPLE_INDEX: flagSetting,
  SEARCH_RATE_LIMIT: numberSetting(
    60,
    z.int().min(1),
    'must be a whole number of searches a minute, 1 or more',
  ),
  VITE_GA_MEASUREMENT_ID: patternSetting(/^[A-Z]+-[A-Z0-9]+$/, 'must look like G-XXXXXXXXXX'),

  HIGHLEVEL_API_BASE: apiBaseSetting('https://services.leadconnectorhq.com'),
  HIGHLEVEL_MARKETPLACE_BASE: apiBaseSetting('https://marketplace.gohighlevel.com'),
  GHL_API_KEY: asSecret(textSetting),
  GHL_LOCATION_ID: textSetting,
  GHL_CLIENT_ID: textSetting,
  GHL_CLIENT_SECRET: asSecret(textSetting),
  // The scopes that our calls need in one location. For a whole company, add `oauth.readonly` and `oauth.write`.
  GHL_SCOPES: listSetting(
    /[\s,]+/,
    'contacts.readonly contacts.write locations.readonly locations/customFields.readonly ' +
      'locations/customFields.write',
  ),
  GHL_INBOUND_WEBHOOK_URL: asSecret(urlSetting),
  GHL_WEBHOOK_PUBLIC_KEY: webhookPublicKeysSetting,

  SMTP_URL: asSecret(
    serviceUrlSetting(/^smtps?:\/\//, 'must look like smtps://user:password@mail.example.com'),
  ),
  AGENT_ALERT_TO: listSetting(/[\s,]+/).refine(
    (addresses) => addresses.every((each) => z.email().safeParse(each).success),
    'must be e-mail addresses, with commas between',
  ),
  MAIL_FROM: textSetting,
  CONFIRMATION_EMAIL: flagSetting,

  LEAD_ENDPOINT: patternSetting(/^\/[\w./-]*$/, 'must be a path of this site, such as /api/ghl/contact'),
  LEAD_RATE_LIMIT: numberSetting(
    60,
    z.int().min(1),
    'must be a whole number of posts in ten minutes, 1 or more',
  ),
  LEAD_RETENTION_DAYS: numberSetting(0, z.int().min(0), 'must be a whole number of days; 0 keeps all'),
});

const configSchema = environmentSchema.transform((env) => ({
  port: env.PORT,
  host: env.HOST ?? (env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
  /** The URL that visitors use, without a trailing slash; null if PUBLIC_URL is not set. */
  publicUrl: env.PUBLIC_URL,
  trustProxy: env.TRUST_PROXY,
  /** How long the server still accepts requests while it shuts down, in seconds. During this time, /readyz fails. */
  drainSeconds: env.DRAIN_SECONDS,
  logLevel: env.LOG_LEVEL,
  /** `all`: stored pages are also logged individually, not only counted. */
  accessLog: env.ACCESS_LOG ?? 'default',
  /** The token that `/metrics` requires. If null, only operators can see the metrics. */
  metricsToken: env.METRICS_TOKEN,
  /**
   * The CDN in front of the site; null without one. Purge requests are sent to `purgeUrl`, or not at all if it is
   * null.
   */
  cdn: env.CDN === null ? null : { purgeUrl: env.CDN_PURGE_URL, purgeToken: env.CDN_PURGE_TOKEN },

  /** Where errors are sent, in Sentry's format; null if nowhere. */
  sentryDsn: env.SENTRY_DSN,

  dataDir: env.DATA_DIR,
  /** URL of the PostgreSQL database; null for the embedded SQLite database in `dataDir`. */
  databaseUrl: env.DATABASE_URL,
  /** Whether a backup is written to `dataDir` before the tables are migrated. */
  migrationBackup: env.MIGRATION_BACKUP !== 'off',
  /** The current secret key. If null, a key is created and stored in `dataDir`. */
  secretKey: env.SECRET_KEY,
  /** Earlier secret keys, with which stored data can still be read. */
  oldSecretKeys: env.SECRET_KEYS_OLD,

  /**
   * True if VITE_USE_MOCK_DATA is set without WordPress credentials. The content is then built in, and `npm run dev`
   * does not start the server.
   */
  mockMode: isMockMode(env),
  wordpress: wordpressOf(env),
  /** Seconds between checks for changes in WordPress. Without the companion plugin, at least 30 seconds pass. */
  contentMaxAge: env.CONTENT_MAX_AGE,
  /** Origins of images in addition to WordPress's own, such as a CDN. */
  imageOrigins: env.IMAGE_ORIGINS,
  /** Maximum megabytes that scaled images and their originals may use in `dataDir`. */
  pictureCacheMegabytes: env.PICTURE_CACHE_MB,
  homeLayout: env.HOME_LAYOUT,
  /** For measurements only: allows search engines to index the site with the built-in sample agent. */
  allowSampleIndex: env.ALLOW_SAMPLE_INDEX,
  /** Maximum number of searches per minute from one IP address. */
  searchRateLimit: env.SEARCH_RATE_LIMIT,
  /** The Google Analytics measurement id; null disables analytics. */
  measurementId: env.VITE_GA_MEASUREMENT_ID,

  /** The settings for HighLevel, the CRM. */
  crm: {
    apiBase: env.HIGHLEVEL_API_BASE,
    /** A private-integration token and its location. */
    token:
      env.GHL_API_KEY && env.GHL_LOCATION_ID
        ? { key: env.GHL_API_KEY, locationId: env.GHL_LOCATION_ID }
        : null,
    /** The application that operators authorize for their locations; null if only the token is used. */
    oauth:
      env.GHL_CLIENT_ID && env.GHL_CLIENT_SECRET
        ? {
            /** Base URL of the site where operators choose a location. */
            marketplaceBase: env.HIGHLEVEL_MARKETPLACE_BASE,
            clientId: env.GHL_CLIENT_ID,
            clientSecret: env.GHL_CLIENT_SECRET,
            scopes: env.GHL_SCOPES,
          }
        : null,
    /**
     * The location that receives leads when several are connected. If null, operators choose; until then, leads go to
     * the one connected first.
     */
    locationId: env.GHL_LOCATION_ID,
    /** URL of a workflow trigger in HighLevel, which also receives every lead. */
    inboundWebhookUrl: env.GHL_INBOUND_WEBHOOK_URL,
  },
  /** Public keys that verify the CRM's webhooks: Ed25519, and RSA for the legacy signature. */
  webhookKeys: env.GHL_WEBHOOK_PUBLIC_KEY,

  mail: {
    smtpUrl: env.SMTP_URL,
    /** Recipients of lead alerts. If empty, alerts go to the agent in the site settings. */
    alertTo: env.AGENT_ALERT_TO,
    /** The sender; if null, the agent in the site settings. */
    from: env.MAIL_FROM,
    /** Whether visitors receive a confirmation email. */
    confirm: env.CONFIRMATION_EMAIL,
  },
  leads: {
    /** Overrides the path that the browser chooses for posting leads. Null keeps the browser's choice. */
    endpoint: env.LEAD_ENDPOINT,
    /**
     * Maximum number of posts from one IP address in ten minutes. Leads from an address with more than a sixth as many
     * sessions in that time count as suspicious.
     */
    rateLimit: env.LEAD_RATE_LIMIT,
    /**
     * Leads are deleted this many days after their last change, unless they have an unfinished delivery or a reminder
     * that is newer; 0 keeps all leads.
     */
    retentionDays: env.LEAD_RETENTION_DAYS,
  },
}));

type Settings = z.output<typeof environmentSchema>;

/**
 * Returns whether mock mode is on. The flag counts only if no credentials are set, so that a configured site never
 * shows samples by accident.
 */
function isMockMode(env: Settings): boolean {
  return env.VITE_USE_MOCK_DATA && !env.WORDPRESS_USERNAME;
}

/** Returns the connection settings for WordPress; null in mock mode, and if WORDPRESS_API_URL is not set. */
function wordpressOf(env: Settings) {
  if (!env.WORDPRESS_API_URL || isMockMode(env)) return null;
  return {
    url: env.WORDPRESS_API_URL,
    /** If null, WordPress is read anonymously. */
    credentials:
      env.WORDPRESS_USERNAME && env.WORDPRESS_APP_PASSWORD
        ? { username: env.WORDPRESS_USERNAME, appPassword: env.WORDPRESS_APP_PASSWORD }
        : null,
    /** Credentials for a server in front of WordPress (HTTP basic authentication). */
    proxy:
      env.WORDPRESS_PROXY_USERNAME && env.WORDPRESS_PROXY_PASSWORD
        ? { username: env.WORDPRESS_PROXY_USERNAME, password: env.WORDPRESS_PROXY_PASSWORD }
        : null,
    /** Signs the requests between this server and the companion plugin. Null disables change notices and previews. */
    secret: env.WORDPRESS_WEBHOOK_SECRET,
  };
}

/** The server's validated settings. */
export interface Config extends z.output<typeof configSchema> {
  /** True in development: the site is served from its sources, and faults are shown on the page. */
  dev: boolean;
}
export type WordPressConfig = NonNullable<Config['wordpress']>;
export type CrmConfig = Config['crm'];
export type CrmOauthConfig = NonNullable<CrmConfig['oauth']>;
export type MailConfig = Config['mail'];

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns faults that involve several settings, such as a user name without a password. */
function halfSetFaults(env: Environment): string[] {
  type Name = keyof typeof environmentSchema.shape;
  const set = (name: Name) => Boolean(env[name]?.trim());
  const missing = (name: Name, other: Name, fix = 'Set both, or neither.') =>
    set(other) && !set(name) ? [`${name} is missing while ${other} is set. ${fix}`] : [];
  const anyCredentials = set('WORDPRESS_USERNAME') || set('WORDPRESS_APP_PASSWORD');
  return [
    ...missing('WORDPRESS_APP_PASSWORD', 'WORDPRESS_USERNAME'),
    ...missing('WORDPRESS_USERNAME', 'WORDPRESS_APP_PASSWORD'),
    ...(anyCredentials && !set('WORDPRESS_API_URL')
      ? ['WORDPRESS_API_URL is missing while WordPress credentials are set. Set the site’s address.']
      : []),
    ...missing('WORDPRESS_PROXY_PASSWORD', 'WORDPRESS_PROXY_USERNAME'),
    ...missing('WORDPRESS_PROXY_USERNAME', 'WORDPRESS_PROXY_PASSWORD'),
    ...missing('GHL_LOCATION_ID', 'GHL_API_KEY', 'A private-integration token needs its location.'),
    ...(set('GHL_CLIENT_ID')
      ? []
      : missing(
          'GHL_API_KEY',
          'GHL_LOCATION_ID',
          'Set both, or neither, or connect by OAuth with GHL_CLIENT_ID.',
        )),
    ...missing('CDN', 'CDN_PURGE_URL', 'Set it to 1, or remove both.'),
    ...missing('CDN_PURGE_URL', 'CDN_PURGE_TOKEN', 'Set both, or only the address.'),
    ...missing('GHL_CLIENT_SECRET', 'GHL_CLIENT_ID'),
    ...missing('GHL_CLIENT_ID', 'GHL_CLIENT_SECRET'),
  ];
}

/** The settings that can also be read from a file, which `<name>_FILE` names. */
export const secretSettingNames: readonly string[] = Object.entries(environmentSchema.shape)
  .filter(([, schema]) => isSecretSetting(schema))
  .map(([name]) => name);

/**
 * Reads the settings from an environment, and secret ones from the files that it names. Throws an `AppError` that lists
 * all faults at once.
 */
export function readConfig(given: Environment, { dev = false }: { dev?: boolean } = {}): Config {
  const { environment, faults: fileFaults } = readSecretFiles(given, secretSettingNames);
  const parsed = configSchema.safeParse(environment);
  const faults = [
    ...fileFaults,
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...halfSetFaults(environment),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new AppError('config', `The settings have ${faults.length} fault(s):\n  ${faults.join('\n  ')}`);
  }
  return { ...parsed.data, dev };
}
