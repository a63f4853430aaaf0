import { describe, expect, test } from 'vitest';
import { defineBlock } from '../../../src/builder/block.ts';
import { text } from '../../../src/builder/fields.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { checkAccount } from './check-account.ts';
import { checkConnection } from './check-connection.ts';
import { checkContent, editScreenUrl, type ContentFacts } from './check-content.ts';
import { checkHost, MIN_HOST_VERSIONS } from './check-host.ts';
import { checkPlugin, PLUGIN_VERSION } from './check-plugin.ts';
import { checkRoundTrips } from './check-round-trips.ts';
import { describeChecks } from './describe-checks.ts';
import { isPluginReportMissing, readPluginReport } from './plugin-report.ts';
import type { ProbeResult, ResponseOrFailure } from './probe-wordpress.ts';

const HOME = 'https://cms.example.com';
const NOW = Date.parse('2026-11-27T12:00:00Z');

/** Creates an HTTP response with defaults for everything that a test does not set. */
function reply(more: Partial<Exclude<ResponseOrFailure, { failed: string }>> = {}): ResponseOrFailure {
  return { status: 200, json: undefined, text: '', origin: HOME, headers: {}, ahead: 0, ...more };
}

const json = (value: unknown, status = 200) => reply({ json: value, status });
const root = { name: 'Example', url: `${HOME}/wp`, authentication: { 'application-passwords': {} } };
const findings = {
  version: PLUGIN_VERSION,
  updates: true,
  wordpress: '7.1.1',
  newest_wordpress: null,
  php: '8.4.2',
  cron: { disabled: false, overdue: [] },
  rest_closers: [],
  fields: null,
  blocks: { hero: ['title'] },
  closed_groups: [],
  site: 'https://www.example.com',
  signature: 'valid',
};
const can = { edit_others_pages: true, edit_others_posts: true, read_private_pages: true };

const well: ProbeResult = {
  home: HOME,
  proxied: false,
  root: json(root),
  plainRoot: null,
  account: json({ name: 'Ed', capabilities: can }),
  state: json({ version: '1', show_on_front: 'page', page_on_front: 7 }),
  plugin: json(findings),
  menus: { primary: json({ items: [] }), footer: json({ items: [] }) },
  pictures: [{ url: `${HOME}/a.png`, reply: reply() }],
  notice: json({ id: 'a', state: 'live', reason: '', milliseconds: 80 }),
  preview: {
    page: 7,
    link: json({ url: 'https://www.example.com/preview?token=x' }),
    opened: reply({ headers: { 'x-lintel-preview': '7' } }),
  },
};
const hero = defineBlock({
  id: 'hero',
  title: 'Hero',
  description: '',
  fields: { title: text({ label: 'Title' }) },
});
const facts = { blocks: new Map([['hero', hero]]), secret: true, publicUrl: 'https://www.example.com' };
const content: ContentFacts = {
  notices: [],
  hiding: [],
  clashes: [],
  replacing: [],
  frontPage: 7,
  faults: [],
  former: [],
  siteFaults: [],
  sample: false,
};

/** Runs all checks on a healthy probe with some changes. */
function examine(
  probe: Partial<ProbeResult> = {},
  more: { facts?: Partial<typeof facts>; content?: Partial<ContentFacts> | null; account?: boolean } = {},
): Record<string, DoctorCheck> {
  const all = { ...well, ...probe };
  const read = more.content === null ? null : { ...content, ...more.content };
  const found = readPluginReport(all);
  const checks = [
    ...checkConnection(all, isPluginReportMissing(found) ? [] : found.rest_closers),
    ...checkAccount(all, more.account ?? true),
    ...checkPlugin(all, { ...facts, ...more.facts }),
    ...checkHost(found, NOW),
    ...checkRoundTrips(all),
    ...checkContent(all, read, null),
  ];
  // Whatever is wrong or could not be checked names what to do.
  for (const { label, state, fix } of checks) {
    if (state !== 'ok') expect(fix, label).toMatch(/\w/);
  }
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}

test('if nothing is wrong, every check is ok', () => {
  expect(Object.values(examine()).filter(({ state }) => state !== 'ok')).toEqual([]);
});

describe('the connection', () => {
  test.each([
    ['ENOTFOUND', 'address', /No server has this name/],
    ['ECONNREFUSED', 'address', /Check that WordPress runs/],
    ['CERT_HAS_EXPIRED', 'tls', /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', /another name/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', /certificate chain/],
  ])('%s fails the check “%s”', (failed, id, fix) => {
    const checks = examine({ root: { failed }, account: null, state: null, plugin: null, menus: null });
    expect(checks[id]).toMatchObject({ state: 'failed', fix: expect.stringMatching(fix) });
    expect(checks['rest']?.state).toBe('not checked');
    expect(checks['account']?.state).toBe('not checked');
    expect(checks['plugin']?.state).toBe('not checked');
  });

  test.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])(
    '%s means that the server speaks plain http, not that a certificate is missing',
    (failed) => {
      const checks = examine({ root: { failed }, account: null, state: null, plugin: null, menus: null });
      expect(checks['address']).toMatchObject({
        state: 'failed',
        fix: 'Its server speaks plain http. Use http://cms.example.com, or set up HTTPS on that server.',
      });
      expect(checks['tls']).toMatchObject({ state: 'not checked', fix: 'Fix “Address” first.' });
      const link = json({ url: 'https://www.example.com/preview?token=x' });
      const site = examine({ preview: { page: 7, link, opened: { failed } } });
      expect(site['preview']?.fix).toContain('Use http://www.example.com,');
      const pictures = examine({ pictures: [{ url: `${HOME}/a.png`, reply: { failed } }] })['pictures'];
      expect(pictures?.items?.[0]?.text).toContain('Use http://cms.example.com,');
    },
  );

  test('plain http causes a warning, except on this machine', () => {
    expect(examine({ home: 'http://cms.example.com' })['tls']?.state).toBe('warning');
    expect(examine({ home: 'http://127.0.0.1:8881' })['tls']?.state).toBe('ok');
  });

  test('if WordPress redirects to another origin, the fix names the right address', () => {
    const moved = examine({ root: reply({ json: root, origin: 'https://www.example.org' }) });
    expect(moved['address']).toMatchObject({
      state: 'failed',
      fix: 'Set the address of WordPress to https://www.example.org.',
    });
  });

  test('a proxy’s HTTP authentication is not mistaken for WordPress’s', () => {
    const headers = { 'www-authenticate': 'Basic realm="Staging"' };
    const asked = reply({ status: 401, headers });
    const checks = examine({ root: asked, account: asked });
    expect(checks['account']).toMatchObject({
      state: 'not checked',
      fix: 'Fix “Password in front of WordPress” first.',
    });
    expect(checks['front-password']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('WORDPRESS_PROXY_USERNAME'),
    });
    expect(checks['rest']?.state).toBe('not checked');
    const refused = examine({ root: reply({ status: 401, headers }), proxied: true });
    expect(refused['front-password']).toMatchObject({
      detail: expect.stringContaining('refuses our password'),
      fix: 'Correct WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD.',
    });
  });

  test('without the plugin, WordPress takes the password of a proxy for an account, which is not blamed', () => {
    const unknown = json({ code: 'invalid_username' }, 401);
    const checks = examine({
      proxied: true,
      root: unknown,
      account: unknown,
      state: unknown,
      plugin: unknown,
    });
    expect(checks['rest']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('Activate Lintel'),
    });
    expect(checks['account']?.state).toBe('not checked');
    expect(checks['plugin']?.state).toBe('not checked');
    const missing = json({ code: 'rest_no_route' }, 404);
    const account = json({ code: 'rest_not_logged_in' }, 401);
    const unread = examine({ proxied: true, account, state: missing, plugin: missing });
    expect(unread['account']).toMatchObject({ state: 'not checked', fix: 'Fix “Companion plugin” first.' });
    expect(unread['plugin']?.state).toBe('failed');
  });

  test('plain permalinks are reported, and the REST API is read at ?rest_route=', () => {
    const checks = examine({ root: reply({ text: '<html>' }), plainRoot: json(root) });
    expect(checks['permalinks']).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('Post name'),
    });
    expect(checks['rest']?.state).toBe('ok');
  });

  test('permalinks that the web server does not serve are not mistaken for plain ones', () => {
    const named = (address: string) =>
      examine({
        home: `${HOME}/cms`,
        root: reply({ status: 404 }),
        plainRoot: reply({ json: root, headers: { link: `<${address}>; rel="https://api.w.org/"` } }),
      })['permalinks'];
    expect(named(`${HOME}/cms/wp-json/`)).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('does not pass /cms/wp-json on'),
      fix: expect.stringMatching(/AllowOverride All.*\/cms\/index\.php\?\$args.*“location \/cms\/”/),
    });
    expect(named(`${HOME}/cms/api/`)?.fix).toBe(`Set the address of WordPress to ${HOME}/cms/api/wp/v2.`);
    expect(named(`${HOME}/cms/index.php?rest_route=/`)?.fix).toContain('Post name');
  });

  test('if a web page answers instead of the REST API, the fix names the address', () => {
    const checks = examine({ root: reply({ text: '<html>' }), plainRoot: reply({ text: '<html>' }) });
    expect(checks['rest']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('the address of the WordPress site'),
    });
  });

  test.each([
    [
      'Solid Security (formerly iThemes Security)',
      json({ code: 'itsec_rest_api_access_restricted', message: '' }, 401),
    ],
    [
      'Disable REST API',
      json({ code: 'rest_cannot_access', message: 'DRA: Only authenticated users can access' }, 401),
    ],
    ['Wordfence', reply({ status: 403, text: '<p>Generated by Wordfence at …</p>' })],
    ['Cloudflare', reply({ status: 403, text: '<html>', headers: { 'cf-mitigated': 'challenge' } })],
    ['A security plugin', json({ code: 'rest_forbidden' }, 401)],
  ])('%s is named if it blocks the REST API', (name, answer) => {
    const check = examine({ root: answer, account: null })['rest'];
    expect(check?.state).toBe('failed');
    expect(check?.detail).toContain(`${name} closes it`);
    expect(examine({ root: answer })['rest']?.state).toBe('warning');
  });

  test('what nobody recognises by the answer is named by the plugins that decide who may read', () => {
    const closed = { root: json({ code: 'rest_login_required' }, 401) };
    const rest = (rest_closers: object[]) =>
      examine({ ...closed, plugin: json({ ...findings, rest_closers }) })['rest'];
    const [cerber, tokens] = [
      { name: 'WP Cerber', known: true },
      { name: 'JWT Sign-in', known: false },
    ];
    expect(rest([tokens])?.detail).toContain('JWT Sign-in closes it');
    expect(rest([tokens, cerber])?.detail).toContain('WP Cerber closes it');
    expect(rest([tokens, cerber])?.fix).toContain('in the settings of WP Cerber');
    expect(examine({ plugin: json({ ...findings, rest_closers: [cerber] }) })['rest']?.state).toBe('ok');
  });

  test('with the REST API closed, nothing that needs it is said to be wrong or ok', () => {
    const closed = json({ code: 'rest_forbidden' }, 403);
    const checks = examine({
      root: closed,
      account: closed,
      state: closed,
      plugin: closed,
      menus: { primary: closed, footer: closed },
      notice: null,
      preview: null,
    });
    expect(checks['rest']?.state).toBe('failed');
    for (const id of ['plugin', 'fields', 'secret', 'menus', 'notice', 'preview', 'php-version', 'cron']) {
      expect(checks[id], id).toMatchObject({
        state: 'not checked',
        detail: 'The REST API is closed or does not answer.',
        fix: 'Fix “REST API” first.',
      });
    }
  });

  test('clocks that differ by half a minute cause a warning; by five minutes, a failure', () => {
    const at = (ahead: number) => examine({ root: reply({ json: root, ahead }) })['clock'];
    expect(at(20_000)?.state).toBe('ok');
    expect(at(-90_000)).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('90 seconds behind'),
    });
    expect(at(400_000)).toMatchObject({ state: 'failed', detail: expect.stringContaining('ahead') });
  });
});

describe('the account', () => {
  test.each([
    ['incorrect_password', /wrong/, /new application password/],
    ['invalid_username', /not known/, /new application password/],
    ['application_passwords_disabled', /switched off/, /security plugin/],
    ['rest_not_logged_in', /does not accept/, /new application password.* If that changes nothing/],
  ])('%s is explained', (code, detail, fix) => {
    const check = examine({ account: json({ code }, 401) })['account'];
    expect(check).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(detail),
      fix: expect.stringMatching(fix),
    });
  });

  test.each([500, 503])('an account that WordPress answers with %i is not refused', (status) => {
    const checks = examine({ account: json({ code: 'internal_server_error' }, status) });
    expect(checks['account']).toMatchObject({
      state: 'not checked',
      detail: `WordPress did not answer the request for the account (${status}).`,
    });
    expect(checks['capabilities']?.state).toBe('not checked');
  });

  test('the plugin distinguishes a wrong password from a header that does not arrive', () => {
    const refused = (authorization: boolean) => ({
      account: json({ code: 'rest_not_logged_in' }, 401),
      plugin: json({ code: 'lintel_unknown_reader', data: { status: 401, authorization } }, 401),
    });
    expect(examine(refused(true))['account']?.fix).not.toContain('SetEnvIf');
    expect(examine(refused(false))['account']).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('does not reach WordPress'),
      fix: expect.stringContaining('SetEnvIf Authorization'),
    });
  });

  test('if WordPress offers no application passwords, the header is not blamed', () => {
    const probe = {
      root: json({ ...root, authentication: [] }),
      account: json({ code: 'rest_not_logged_in' }, 401),
    };
    expect(examine(probe)['account']?.detail).toContain('offers no application passwords');
  });

  test('missing capabilities and a missing account are reported', () => {
    const probe = { account: json({ name: 'Ann', capabilities: { edit_others_pages: true } }) };
    expect(examine(probe)['capabilities']).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('edit_others_posts, read_private_pages'),
    });
    expect(examine({ account: null }, { account: false })['account']?.state).toBe('warning');
  });
});

describe('the companion plugin', () => {
  const plugin = (more: object) => ({ plugin: json({ ...findings, ...more }) });

  test('without it, menus, notices and what it reports are not checked', () => {
    const absent = json({ code: 'rest_no_route' }, 404);
    const checks = examine({
      state: absent,
      plugin: absent,
      menus: { primary: absent, footer: absent },
      notice: null,
      preview: null,
    });
    expect(checks['plugin']?.state).toBe('failed');
    for (const id of ['menus', 'notice', 'preview', 'fields', 'php-version', 'cron']) {
      expect(checks[id], id).toMatchObject({ state: 'not checked', fix: 'Fix “Companion plugin” first.' });
    }
    // Another plugin serves the same menus.
    expect(examine({ state: absent, plugin: absent })['menus']?.state).toBe('ok');
  });

  test('of another patch version works, and is named', () => {
    const [major, minor, patch] = PLUGIN_VERSION.split('.').map(Number);
    const newer = `${major}.${minor}.${Number(patch) + 1}`;
    expect(examine(plugin({ version: newer }))['plugin']).toMatchObject({
      state: 'warning',
      detail: `Version ${newer} is newer than this site, which has ${PLUGIN_VERSION}.`,
    });
  });

  test('that can update itself is updated in WordPress, an older one with the zip', () => {
    const old = (updates: boolean) => examine(plugin({ version: '0.1.9', updates }))['plugin']?.fix;
    expect(old(true)).toContain('Update Lintel under Dashboard › Updates');
    expect(old(false)).not.toContain('Dashboard › Updates');
    expect(old(false)).toContain('npm run wordpress:plugin');
  });

  test('is reported if it is too old, too new or absent, or refuses access', () => {
    expect(examine(plugin({ version: '0.1.9' }))['plugin']?.detail).toContain('too old');
    expect(examine(plugin({ version: '9.0.0' }))['plugin']?.detail).toContain('newer');
    const absent = json({ code: 'rest_no_route' }, 404);
    expect(examine({ plugin: absent })['plugin']?.detail).toContain('before 0.2 is too old');
    expect(examine({ plugin: absent, state: absent })['plugin']?.fix).toContain('Activate Lintel');
    expect(examine({ plugin: json({ code: 'rest_forbidden' }, 401) })['plugin']?.state).toBe('not checked');
  });

  test('fields and blocks that the plugin does not know are named', () => {
    const unknown = examine(plugin({ blocks: { hero: ['subtitle'] } }))['fields'];
    expect(unknown).toMatchObject({
      state: 'failed',
      items: [{ text: 'The field “Title” (title) of the block “Hero”' }],
    });
    expect(examine(plugin({ blocks: {} }))['fields']?.items).toEqual([{ text: 'The block “Hero” (hero)' }]);
    expect(examine(plugin({ blocks: { hero: [] } }))['fields']?.items).toEqual([
      { text: 'The field “Title” (title) of the block “Hero”' },
    ]);
  });

  test('an old ACF, and field groups that REST does not show, are named', () => {
    const old = { name: 'Advanced Custom Fields', version: '5.8.1' };
    expect(examine(plugin({ fields: old }))['acf']?.state).toBe('failed');
    const closed = [{ title: 'Home hero', sections: ['hero_title'] }];
    expect(examine(plugin({ closed_groups: closed }))['acf']).toMatchObject({
      state: 'warning',
      items: [{ text: 'Home hero: hero_title' }],
    });
  });

  test('the secret is reported if it is missing on either side, different, or sent to another address', () => {
    expect(examine({}, { facts: { secret: false } })['secret']?.state).toBe('warning');
    expect(examine(plugin({ signature: 'no secret' }))['secret']?.detail).toContain('not set in WordPress');
    expect(examine(plugin({ signature: 'invalid' }))['secret']?.detail).toContain('different secrets');
    expect(examine(plugin({ signature: 'clock' }))['secret']?.fix).toContain('NTP');
    expect(examine(plugin({ site: 'https://old.example.com' }))['secret']).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('https://old.example.com'),
    });
  });
});

describe('what WordPress runs on', () => {
  const host = (more: object) => examine({ plugin: json({ ...findings, ...more }) });

  test('versions that are too old fail, and those without security fixes cause a warning', () => {
    expect(host({ php: '7.3.33' })['php-version']).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining(`needs ${MIN_HOST_VERSIONS.php}`),
    });
    expect(host({ php: '8.1.30' })['php-version']).toMatchObject({
      state: 'warning',
      detail: 'PHP 8.1.30 works, but has had no security fixes since 2025-12-31.',
    });
    expect(host({ php: '8.2.1' })['php-version']?.state).toBe('ok');
    expect(host({ php: '9.0.0' })['php-version']?.state).toBe('ok');
    expect(host({ wordpress: '6.1.9' })['wordpress-version']?.state).toBe('failed');
    expect(host({ wordpress: '6.2', newest_wordpress: '7.1.1' })['wordpress-version']).toMatchObject({
      state: 'warning',
      fix: expect.stringContaining('Dashboard › Updates'),
    });
  });

  test('overdue tasks are named, with the fix for who has to run them', () => {
    const overdue = [{ hook: 'publish_future_post', seconds: 7_200 }];
    expect(host({ cron: { disabled: true, overdue } })['cron']).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('the oldest for 2 h'),
      fix: expect.stringContaining('DISABLE_WP_CRON'),
      items: [{ text: 'publish_future_post: due 2 h ago' }],
    });
    expect(host({ cron: { disabled: false, overdue } })['cron']?.fix).toContain('Site Health');
    expect(host({ cron: { disabled: true, overdue: [] } })['cron']?.state).toBe('ok');
  });

  test('what an older plugin does not report is not checked', () => {
    const old = host({ wordpress: undefined, php: undefined, cron: undefined });
    for (const id of ['wordpress-version', 'php-version', 'cron']) expect(old[id]?.state).toBe('not checked');
  });
});

describe('the round trips', () => {
  test('a failed notice shows the plugin’s reason and fix', () => {
    const reason = 'What answers at https://old.example.com (status 404) is not the site’s server.';
    expect(examine({ notice: json({ state: 'failed', reason }) })['notice']).toMatchObject({
      state: 'failed',
      fix: reason,
    });
    expect(examine({ notice: json({ state: 'reading' }) })['notice']?.state).toBe('warning');
    expect(examine({ notice: json({ code: 'internal_server_error' }, 500) })['notice']?.detail).toContain(
      '500: internal_server_error',
    );
  });

  test('if a preview does not open, the check says where its link leads and what answers there', () => {
    const link = json({ url: 'https://www.example.com/preview?token=secret' });
    const opened = reply({ status: 403, text: '<h1>This is not a preview link of this site</h1>' });
    const check = examine({ preview: { page: 7, link, opened } })['preview'];
    expect(check?.detail).toBe(
      'A preview link leads to https://www.example.com, and no preview opens there (403: This is not a preview link of this site).',
    );
    // A page of another site, and the preview of another page.
    const page = reply({ text: '<h1>Welcome to another site</h1>', headers: { 'x-lintel-preview': '8' } });
    expect(examine({ preview: { page: 7, link, opened: page } })['preview']?.state).toBe('failed');
    const unreachable = { preview: { page: 7, link, opened: { failed: 'ECONNREFUSED' } } };
    expect(examine(unreachable)['preview']?.fix).toContain('its own public address');
    const refused = { preview: { page: 7, link: json({ code: 'rest_forbidden' }, 403), opened: null } };
    expect(examine(refused)['preview']?.fix).toContain('role Editor');
  });

  test('without an account, the preview is not blamed', () => {
    const link = json({ code: 'rest_forbidden' }, 401);
    const account = json({ code: 'rest_not_logged_in' }, 401);
    expect(examine({ account, preview: { page: 7, link, opened: null } })['preview']).toMatchObject({
      state: 'not checked',
      fix: 'Fix “Account” first.',
    });
  });

  test('an error of WordPress in place of a preview link leads to its log, not to the connection', () => {
    const link = json({ code: 'internal_server_error' }, 500);
    expect(examine({ preview: { page: 7, link, opened: null } })['preview']).toMatchObject({
      state: 'failed',
      fix: expect.stringContaining('error log of WordPress'),
    });
  });

  test('without the plugin or its secret, neither round trip is tried', () => {
    const checks = examine({ plugin: json({ ...findings, signature: 'none' }), notice: null, preview: null });
    for (const id of ['notice', 'preview']) {
      expect(checks[id]).toMatchObject({ state: 'not checked', fix: 'Fix “Shared secret” first.' });
    }
  });
});

describe('the content', () => {
  test('a fault links to its field on the edit screen of its page', () => {
    const faults = [
      { page: 12, section: 'hero_image', message: 'Home › hero_image: media 81 is not public.' },
    ];
    expect(examine({}, { content: { faults } })['faults']).toMatchObject({
      state: 'failed',
      items: [
        {
          text: 'Home › hero_image: media 81 is not public.',
          link: `${HOME}/wp/wp-admin/post.php?post=12&action=edit#lintel-hero_image`,
        },
      ],
    });
    expect(editScreenUrl('https://a/wp-admin', 3)).toBe('https://a/wp-admin/post.php?post=3&action=edit');
  });

  test('a draft that hides a built-in page is reported with a link to its edit screen', () => {
    const clash = { id: 9, title: 'About', wanted: '/about', path: '/blog/about', other: 'a built-in page' };
    expect(examine({}, { content: { clashes: [clash] } })['addresses']).toMatchObject({
      state: 'warning',
      items: [
        {
          text: '“About” is at /blog/about: a built-in page is at /about.',
          link: expect.stringMatching(/post=9&/),
        },
      ],
    });
    const lost = { ...clash, path: null, other: 'another page' };
    const replacing = [{ id: 5, title: 'Search', path: '/search', what: 'the search of this site' }];
    expect(
      examine({}, { content: { clashes: [lost], replacing } })['addresses']?.items?.map(({ text }) => text),
    ).toEqual([
      '“About” cannot be opened: another page is at /about.',
      '“Search” is at /search in place of the search of this site.',
    ]);
    const hiding = [{ id: 4, title: 'Buy', path: '/buy', status: 'draft' }];
    expect(examine({}, { content: { hiding } })['hiding']?.items).toEqual([
      {
        text: '“Buy”, in the state “draft”, hides /buy.',
        link: `${HOME}/wp/wp-admin/post.php?post=4&action=edit`,
      },
    ]);
  });

  test('the front page is reported if it is not public, shows posts, or does not exist', () => {
    const posts = { state: json({ version: '1', show_on_front: 'posts', page_on_front: 0 }) };
    expect(examine({}, { content: { frontPage: null } })['front-page']?.state).toBe('failed');
    expect(examine(posts)['front-page']?.detail).toContain('shows its posts');
    expect(examine(posts, { content: { frontPage: null } })['front-page']?.detail).toContain(
      'no page for “/”',
    );
  });

  test('missing menus and pictures, sample settings and faults in settings are reported', () => {
    const none = json({ code: 'not_found' }, 404);
    expect(examine({ menus: { primary: none, footer: none } })['menus']?.detail).toContain(
      '“primary” and “footer”',
    );
    const items = [{ ID: 1, title: 'Buy', url: '/buy' }];
    const footer = json({ items: [] });
    expect(examine({ menus: { primary: json({ items }), footer } })['menus']).toMatchObject({
      state: 'ok',
      detail: 'The header and the footer have one. “footer” has no entries, so visitors see none.',
    });
    const lost = [{ url: `${HOME}/a.png`, reply: reply({ status: 403 }) }];
    expect(examine({ pictures: lost })['pictures']?.items?.[0]?.text).toBe(`${HOME}/a.png: 403`);
    expect(examine({}, { content: { sample: true } })['settings']?.state).toBe('warning');
    expect(examine({}, { content: { siteFaults: ['x'] } })['settings']?.items?.[0]?.text).toBe('x');
  });

  test('content that was never read is not reported as ok', () => {
    const checks = examine({}, { content: null });
    for (const id of [
      'reading',
      'hiding',
      'addresses',
      'front-page',
      'pictures',
      'settings',
      'faults',
      'former',
    ]) {
      expect(checks[id]?.state).toBe('not checked');
    }
    expect(checkContent(well, null, 'It fails.')[0]).toMatchObject({ state: 'failed', fix: 'It fails.' });
  });
});

test('the text for a terminal contains the fixes and the number of checks', () => {
  const printed = describeChecks([
    { id: 'a', label: 'Address', state: 'ok', detail: 'It answers.', fix: 'None.' },
    {
      id: 'b',
      label: 'Account',
      state: 'failed',
      detail: 'Refused.',
      fix: 'Renew it.',
      items: [{ text: 'x', link: 'y' }],
    },
  ]);
  expect(printed).toContain(
    'FAILED   Account: Refused.\n         Fix: Renew it.\n         · x\n           y',
  );
  expect(printed).not.toContain('None.');
  expect(printed).toMatch(/1 failed, 0 warnings, 1 ok\.$/);
});
