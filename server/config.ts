import { z } from 'zod';

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
  return faults;
}

/** How WordPress is reached; absent credentials mean anonymous reading. */
export interface WordPressConfig {
  url: string;
  credentials: { username: string; appPassword: string } | null;
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
  logLevel: string;
  /** Measuring only: leaves the sample identity's `noindex` out. */
  allowSampleIndex: boolean;
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
    logLevel: env.LOG_LEVEL,
    allowSampleIndex: env.ALLOW_SAMPLE_INDEX,
  };
}
