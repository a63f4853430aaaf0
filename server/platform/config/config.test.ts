import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { environmentSchema, readConfig } from './config.ts';
import { PROJECT_ROOT } from '../root.ts';

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof AppError) return error.message;
  }
  throw new Error('The settings were accepted.');
}

const wordpress = {
  WORDPRESS_API_URL: 'https://cms.example.com',
  WORDPRESS_USERNAME: 'editor',
  WORDPRESS_APP_PASSWORD: 'abcd efgh',
};

describe('settings', () => {
  it('are all optional: built-in content on port 3000, on this machine only', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      wordpress: null,
      contentMaxAge: 10,
    });
    expect(readConfig({ NODE_ENV: 'production' }).host).toBe('0.0.0.0');
  });

  it('fail with one message that lists every fault', () => {
    const message = faultsOf({ PORT: 'eighty', HOME_LAYOUT: 'wide', WORDPRESS_USERNAME: 'editor' });
    expect(message.split('\n')).toEqual([
      'The settings have 4 fault(s):',
      '  PORT must be a port from 0 to 65535',
      '  HOME_LAYOUT must be content or lead-capture',
      '  WORDPRESS_APP_PASSWORD is missing while WORDPRESS_USERNAME is set. Set both, or neither.',
      '  WORDPRESS_API_URL is missing while WordPress credentials are set. Set the site’s address.',
    ]);
  });

  it.each([
    [{ WORDPRESS_API_URL: 'cms.example.com' }, 'WORDPRESS_API_URL must start with http://'],
    [{ ...wordpress, WORDPRESS_USERNAME: ' ' }, 'WORDPRESS_USERNAME is missing'],
    [{ ...wordpress, WORDPRESS_APP_PASSWORD: '' }, 'WORDPRESS_APP_PASSWORD is missing'],
    [{ ...wordpress, WORDPRESS_API_URL: '' }, 'WORDPRESS_API_URL is missing'],
    [{ WORDPRESS_PROXY_PASSWORD: 'x' }, 'WORDPRESS_PROXY_USERNAME is missing'],
    [{ WORDPRESS_PROXY_USERNAME: 'x' }, 'WORDPRESS_PROXY_PASSWORD is missing'],
    [{ WORDPRESS_API_URL: 'https://cms example.com' }, 'WORDPRESS_API_URL must start with http://'],
    [{ PUBLIC_URL: 'https://a b' }, 'PUBLIC_URL must start with http://'],
    [{ PUBLIC_URL: 'https://www.example.com/homes' }, 'PUBLIC_URL must be an address without a path'],
    [{ GHL_LOCATION_ID: 'abc' }, 'GHL_API_KEY is missing while GHL_LOCATION_ID is set'],
    [{ GHL_CLIENT_ID: 'app-1' }, 'GHL_CLIENT_SECRET is missing while GHL_CLIENT_ID is set'],
    [{ CDN: 'yes' }, 'CDN must be 1'],
    [{ CDN_PURGE_URL: 'https://cdn.example.com/purge' }, 'CDN is missing while CDN_PURGE_URL is set'],
    [{ CDN: '1', CDN_PURGE_TOKEN: 'secret' }, 'CDN_PURGE_URL is missing while CDN_PURGE_TOKEN is set'],
    [{ GHL_CLIENT_SECRET: 'secret' }, 'GHL_CLIENT_ID is missing while GHL_CLIENT_SECRET is set'],
    [{ HIGHLEVEL_MARKETPLACE_BASE: 'marketplace' }, 'HIGHLEVEL_MARKETPLACE_BASE must start with http://'],
    [{ LEAD_RATE_LIMIT: '0' }, 'LEAD_RATE_LIMIT must be a whole number of posts in ten minutes'],
    [{ CONTENT_MAX_AGE: '-1' }, 'CONTENT_MAX_AGE must be a number of seconds'],
    [{ DATABASE_URL: 'postgres://ann:se#same@db/leads' }, 'DATABASE_URL cannot be read as a URL'],
    [{ DATABASE_URL: 'postgres://ann:100%@db/leads' }, 'DATABASE_URL cannot be read as a URL'],
    [{ SMTP_URL: 'smtps://ann:se/same@mail.example.com' }, 'SMTP_URL cannot be read as a URL'],
  ])('reject invalid and incomplete settings: %j', (environment, message) => {
    expect(faultsOf(environment)).toContain(message);
  });

  it.each([
    { DATABASE_URL: 'postgres://ann:se%23same@db.example.com:5432/leads?sslmode=require' },
    { DATABASE_URL: 'postgres:///leads?host=/var/run/postgresql' },
    { SMTP_URL: 'smtp://127.0.0.1:2525' },
  ])('accept the URL of a service: %j', (environment) => {
    expect(() => readConfig(environment)).not.toThrow();
  });

  it('are treated as absent if they are empty', () => {
    expect(readConfig({ LOG_LEVEL: '', PORT: '', PUBLIC_URL: '', HOME_LAYOUT: '' })).toEqual(readConfig({}));
    expect(readConfig({ PUBLIC_URL: 'https://www.example.com//' }).publicUrl).toBe('https://www.example.com');
  });

  it('keep earlier secret keys, also without a current one', () => {
    expect(readConfig({ SECRET_KEYS_OLD: 'one two' })).toMatchObject({
      secretKey: null,
      oldSecretKeys: ['one', 'two'],
    });
  });

  it('configure OAuth and the location that receives leads', () => {
    expect(readConfig({}).crm).toMatchObject({ token: null, oauth: null, locationId: null });
    const app = { GHL_CLIENT_ID: 'app-1', GHL_CLIENT_SECRET: 'secret' };
    expect(readConfig({ ...app, GHL_LOCATION_ID: 'abc' }).crm).toMatchObject({
      token: null,
      locationId: 'abc',
      oauth: {
        marketplaceBase: 'https://marketplace.gohighlevel.com',
        clientId: 'app-1',
        clientSecret: 'secret',
        scopes: [
          'contacts.readonly',
          'contacts.write',
          'locations.readonly',
          'locations/customFields.readonly',
          'locations/customFields.write',
        ],
      },
    });
    expect(readConfig({ ...app, GHL_SCOPES: 'contacts.write,  oauth.write' }).crm.oauth?.scopes).toEqual([
      'contacts.write',
      'oauth.write',
    ]);
  });

  it('choose the content source', () => {
    expect(readConfig(wordpress).wordpress).toEqual({
      url: 'https://cms.example.com',
      credentials: { username: 'editor', appPassword: 'abcd efgh' },
      proxy: null,
      secret: null,
    });
    const anonymous = { WORDPRESS_API_URL: 'https://cms.example.com' };
    expect(readConfig(anonymous).wordpress).toEqual({
      url: 'https://cms.example.com',
      credentials: null,
      proxy: null,
      secret: null,
    });
    const proxied = { ...anonymous, WORDPRESS_PROXY_USERNAME: 'staging', WORDPRESS_PROXY_PASSWORD: 'secret' };
    expect(readConfig(proxied).wordpress?.proxy).toEqual({ username: 'staging', password: 'secret' });
    const shared = 'a-secret-that-both-sides-share-0123456789';
    expect(readConfig({ ...anonymous, WORDPRESS_WEBHOOK_SECRET: shared }).wordpress?.secret).toBe(shared);
    expect(() => readConfig({ ...anonymous, WORDPRESS_WEBHOOK_SECRET: 'short' })).toThrow(
      'WORDPRESS_WEBHOOK_SECRET must have at least 32 characters',
    );
    expect(readConfig({ ...anonymous, VITE_USE_MOCK_DATA: 'true' }).wordpress).toBeNull();
    expect(readConfig({ ...wordpress, VITE_USE_MOCK_DATA: 'true' }).wordpress).not.toBeNull();
  });
});

describe('.env.example', () => {
  const file = readFileSync(path.join(PROJECT_ROOT, '.env.example'), 'utf8');
  const stated = Object.entries(parseEnv(file));

  it('names every setting, and no other', () => {
    // NODE_ENV comes from the platform, never from a file, so it is not one of our settings.
    const settings = Object.keys(environmentSchema.shape).filter((name) => name !== 'NODE_ENV');
    expect(stated.map(([name]) => name).toSorted()).toEqual(settings.toSorted());
  });

  it('explains every setting in a comment above it or above its group', () => {
    const groups = file.match(/(?:^#.*\n)*(?:^\w+=.*\n)+/gm);
    expect(groups?.filter((group) => !group.startsWith('#'))).toEqual([]);
  });

  it.each(stated.filter(([, value]) => value !== ''))('states the default: %s=%s', (name, value) => {
    expect(readConfig({ [name]: value })).toEqual(readConfig({}));
  });
});
