import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PLUGIN_VERSION } from '../../server/content/doctor/check-plugin.ts';
import { signRequest } from '../../server/content/rest/signed-request.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { runCommand } from './run-command.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { addOperator, signIn } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const SECRET = '0123456789abcdef0123456789abcdef';

const check = z.looseObject({
  id: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'not checked']),
  detail: z.string(),
  fix: z.string().optional(),
  items: z
    .array(
      z.object({
        text: z.string(),
        link: z.string().optional(),
        places: z.array(z.object({ title: z.string(), path: z.string(), link: z.string() })).optional(),
      }),
    )
    .optional(),
});
const report = z.object({
  running: z.boolean(),
  checkedAt: z.number().nullable(),
  checks: z.array(check),
});

/** What the post “Roofs” shows otherwise than in WordPress. */
const DIFFERENT = ['A form of WPForms', 'A link to /gone', 'A link to /moved'].map((what) => ({
  text: expect.stringContaining(`${what}, in 1 text.`),
  places: [
    {
      title: 'Roofs',
      path: '/roofs',
      link: expect.stringContaining('/wp-admin/post.php?post=9&action=edit'),
    },
  ],
}));

let wordpress: FakeSite;
beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.root = { ...wordpress.root, show_on_front: 'page', page_on_front: 7 };
  wordpress.menus = { primary: { items: [] }, footer: { items: [] } };
  wordpress.add('pages', {
    id: 7,
    slug: 'home',
    title: { rendered: 'Home' },
    content: { rendered: '' },
    acf: { hero_image: 81 },
  });
  wordpress.add('posts', {
    id: 9,
    slug: 'roofs',
    link: `${wordpress.url}/roofs/`,
    title: { rendered: 'Roofs' },
    content: {
      rendered: '<form class="wpforms-container"></form><a href="/gone/">x</a><a href="/moved/">y</a>',
    },
  });
  wordpress.add('pages', { id: 8, slug: 'buy', status: 'draft', title: { rendered: 'Buy' } });
});
beforeEach(() => {
  wordpress.misbehaviour = null;
  wordpress.routes.set('/lintel/v1/doctor', (_query, request) => ({
    json: {
      version: PLUGIN_VERSION,
      fields: null,
      blocks: {},
      closed_groups: [],
      site: '',
      signature: request.headers['x-lintel-signature'] === undefined ? 'none' : 'valid',
    },
  }));
});
afterAll(() => wordpress.stop());

/** Runs `npm run doctor` and returns its exit status and output. */
async function command(
  env: Record<string, string>,
  ...more: string[]
): Promise<{ status: number; output: string }> {
  const { code, out, err } = await runCommand(['doctor', ...more], env);
  return { status: code, output: out === '' ? err : out };
}

describe('npm run doctor', () => {
  it('names a fault with a link to its field, a draft that hides a page, and missing fields; status 1', async () => {
    const { status, output } = await command(wordpress.env, '--json');
    expect(status).toBe(1);
    const checks = new Map(
      z
        .array(check)
        .parse(JSON.parse(output))
        .map((each) => [each.id, each]),
    );
    expect(checks.get('address')?.state).toBe('ok');
    expect(checks.get('account')?.state).toBe('ok');
    expect(checks.get('plugin')?.state).toBe('ok');
    expect(checks.get('front-page')?.state).toBe('ok');
    expect(checks.get('faults')).toMatchObject({
      state: 'failed',
      items: [
        {
          text: expect.stringContaining('Home › hero_image: media 81'),
          link: `${wordpress.url}/wp-admin/post.php?post=7&action=edit#lintel-hero_image`,
        },
      ],
    });
    expect(checks.get('differences')).toMatchObject({ state: 'warning', items: DIFFERENT });
    expect(checks.get('hiding')?.items?.[0]?.text).toContain('hides /buy');
    expect(checks.get('fields')?.items?.map(({ text }) => text)).toContain('The block “Hero” (hero)');
  });

  it('prints the checks for people', async () => {
    const { output } = await command(wordpress.env);
    expect(output).toMatch(/^ok {7}Address: http:\/\/127\.0\.0\.1:\d+ answers\.$/m);
    expect(output).toMatch(/^FAILED {3}Faults in the content:/m);
    expect(output).toMatch(/\d+ failed, \d+ warnings, \d+ ok/);
  });

  it('says what fails when WordPress is down; status 1', async () => {
    wordpress.misbehaviour = { status: 500, json: { code: 'internal_server_error' } };
    const { status, output } = await command(wordpress.env);
    expect(status).toBe(1);
    expect(output).toMatch(/FAILED {3}Address: .* answers 500/);
  });

  it('succeeds without WordPress, and cannot run with incomplete settings', async () => {
    expect(await command({})).toMatchObject({
      status: 0,
      output: expect.stringContaining('WordPress is not configured'),
    });
    expect(await command({ WORDPRESS_USERNAME: 'editor' })).toMatchObject({
      status: 2,
      output: expect.stringContaining('WORDPRESS_APP_PASSWORD is missing'),
    });
  });
});

describe('the running server', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
    await addOperator(app);
    await (await signIn(app)).send('POST', '/api/admin/redirects', { from: '/moved', to: '/about' });
  });
  afterAll(() => app.stop());

  const ask = (at = Date.now(), secret = SECRET) =>
    fetch(`${app.url}/api/content/doctor`, {
      headers: {
        'X-Lintel-Signature': signRequest(
          { method: 'GET', route: '/api/content/doctor' },
          { secret, now: at },
        ),
      },
    });

  /** Repeats the request until the checks have run. */
  async function results() {
    let found: z.infer<typeof report> | undefined;
    await expect
      .poll(async () => {
        found = report.parse(await (await ask()).json());
        return found.running ? null : found.checkedAt;
      })
      .not.toBeNull();
    return found?.checks ?? [];
  }

  it('answers the plugin at once, and has the results soon', async () => {
    const first = report.parse(await (await ask()).json());
    expect(first).toMatchObject({ running: true, checkedAt: null, checks: [] });
    const checks = await results();
    expect(checks.find(({ id }) => id === 'secret')?.state).toBe('ok');
    expect(checks.find(({ id }) => id === 'faults')?.state).toBe('failed');
    const asked = wordpress.asked.length;
    await ask();
    expect(wordpress.asked.slice(asked).filter((path) => path.includes('/users/me'))).toEqual([]);
  });

  it('has the texts soon after, without the links that operators have redirected, as the plugin shows them', async () => {
    const differences = async () =>
      report.parse(await (await ask()).json()).checks.find(({ id }) => id === 'differences');
    await expect
      .poll(async () => (await differences())?.items, { timeout: CONDITION_LIMIT, interval: 500 })
      .toMatchObject(DIFFERENT.slice(0, 2));
  });

  it('answers nobody else', async () => {
    expect((await fetch(`${app.url}/api/content/doctor`)).status).toBe(401);
    expect((await ask(undefined, 'x'.repeat(32))).status).toBe(401);
    expect((await ask(Date.now() - 400_000)).status).toBe(401);
    expect((await fetch(`${app.url}/api/admin/doctor`)).status).toBe(401);
  });

  it('shows operators the same results', async () => {
    const checks = await results();
    const answer = await (await signIn(app)).fetch('/api/admin/doctor');
    expect(report.parse(await answer.json()).checks).toEqual(checks);
  });
});
