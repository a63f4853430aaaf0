import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkSignedRequest } from '../../server/content/rest/signed-request.ts';
import { wordpressSignature } from '../../server/content/rest/signed-request.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeAnswer, type FakeSite } from './support/fake-site.ts';

const SECRET = 'a-secret-that-both-sides-share-0123456789';

let wordpress: FakeSite;
let app: RunningApp;
beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', {
    id: 7,
    slug: 'about',
    title: { rendered: 'About' },
    acf: { page_layout: [{ block: 'hero', key: 'hero' }], hero_title: 'As published' },
  });
  app = await runApp({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET, CONTENT_MAX_AGE: '3600' });
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
});
afterEach(() => wordpress.routes.clear());

const now = () => Math.floor(Date.now() / 1000);
const draft = { id: 'a1', post: 7, user: 2, name: 'Eda <Ünal>', expires: now() + 900, kind: 'draft' };

function tokenFor(payload: Partial<typeof draft> = {}, secret = SECRET): string {
  const encoded = Buffer.from(JSON.stringify({ ...draft, ...payload })).toString('base64url');
  return `${encoded}.${wordpressSignature(`preview.${encoded}`, secret)}`;
}

/** Returns the plugin's response with a preview of the page. */
function answered(entry: Record<string, unknown> = {}, more: Record<string, unknown> = {}): FakeAnswer {
  const page = wordpress.lists.pages.find(({ id }) => id === 7);
  return {
    json: {
      kind: 'page',
      entry: { ...page, ...entry },
      status: 'publish',
      version: 'unsaved',
      changed: '2026-11-22T17:00:00Z',
      edit_link: 'https://cms.example.com/wp-admin/post.php?post=7&action=edit',
      ...more,
    },
  };
}

const layout = [{ block: 'hero', key: 'hero' }];

/** Makes WordPress send this response for a token, but only to requests that our server signed. */
function answer(token: string, reply: FakeAnswer, path = ''): void {
  const route = `/lintel/v1/preview/${token}${path}`;
  wordpress.routes.set(route, (_query, { method = '', headers }) => {
    const header = headers['x-lintel-signature'];
    const parts = { method, route };
    const checked = checkSignedRequest(String(header), parts, { secret: SECRET, now: Date.now() });
    return 'id' in checked ? reply : { status: 403, json: { code: 'lintel_preview_forged' } };
  });
}

const open = (token: string, more = '') => fetch(`${app.url}/preview?token=${token}${more}`);
const headline = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
const publicHeadline = async () => headline(await (await fetch(`${app.url}/about`)).text());

describe('a preview', () => {
  it('shows the unsaved values, and says that it is a preview and whose changes it shows', async () => {
    const token = tokenFor();
    answer(token, answered({ acf: { page_layout: layout, hero_title: 'Not saved yet' } }));
    const response = await open(token);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(headline(html)).toBe('Not saved yet');
    expect(html).toContain('<strong>Preview: About</strong>');
    expect(html).toContain('with unsaved changes by Eda &lt;Ünal&gt;, Nov 22, 2026');
    expect(html).toContain('href="https://cms.example.com/wp-admin/post.php?post=7&#038;action=edit"');
  });

  it('is not cached or indexed, and only wp-admin can frame it', async () => {
    const token = tokenFor();
    answer(token, answered());
    const { headers } = await open(token);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://cms.example.com');
    expect(headers.get('content-security-policy')).toContain("form-action 'none'");
    const other = await fetch(`${app.url}/about`);
    expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  it('counts no visit, and loads the preview module in place of the loader', async () => {
    const token = tokenFor();
    answer(token, answered());
    const html = await (await open(token)).text();
    const scripts = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src]) => src);
    expect(scripts).toEqual([expect.stringContaining('entry-preview')]);
    const visited = await (await fetch(`${app.url}/about`)).text();
    expect(visited).not.toContain('entry-preview');
  });

  it('does not change the public page, the page store or the mirror', async () => {
    const before = { headline: await publicHeadline(), version: app.content.snapshot()?.version };
    const size = app.pages.size();
    const token = tokenFor();
    answer(token, answered({ acf: { page_layout: layout, hero_title: 'Not saved yet' } }));
    await open(token);
    expect({ headline: await publicHeadline(), version: app.content.snapshot()?.version }).toEqual(before);
    expect(before.headline).toBe('As published');
    expect(app.pages.size()).toEqual(size);
  });

  it('shows a page that was never published, at the address it would have', async () => {
    const token = tokenFor({ post: 99 });
    const entry = { id: 99, slug: 'brand-new', status: 'draft', link: '', title: { rendered: 'Brand new' } };
    answer(
      token,
      answered({ ...entry, acf: { page_layout: layout, hero_title: 'First words' } }, { status: 'draft' }),
    );
    const html = await (await open(token)).text();
    expect(headline(html)).toBe('First words');
    expect(html).toContain('This page is a draft.');
    expect((await fetch(`${app.url}/brand-new`)).status).toBe(404);
  });

  it('shows a post', async () => {
    const token = tokenFor({ post: 50 });
    const entry = {
      id: 50,
      slug: 'a-new-post',
      title: { rendered: 'A new post' },
      date_gmt: '2026-11-22T10:00:00',
    };
    answer(token, answered({ ...entry, content: { rendered: '<p>Its draft.</p>' } }, { kind: 'post' }));
    const html = await (await open(token)).text();
    expect(headline(html)).toBe('A new post');
    expect(html).toContain('Its draft.');
  });

  it('shows a page whose address another page has', async () => {
    const token = tokenFor({ post: 98 });
    answer(token, answered({ id: 98, acf: { page_layout: layout, hero_title: 'The second one' } }));
    expect(headline(await (await open(token)).text())).toBe('The second one');
  });

  it('says at the section what is wrong with it, but not to people with a shared link', async () => {
    const acf = {
      page_layout: [...layout, { block: 'nothing-like-this', key: 'odd' }],
      hero_title: 'Hi',
      hero_image: 4711,
    };
    const own = tokenFor();
    answer(own, answered({ acf }));
    const html = await (await open(own)).text();
    expect(html).toContain('About › hero_image: media 4711 is not public.');
    expect(html).toContain('data-fault="odd"');
    const shared = tokenFor({ id: 's1', kind: 'share' });
    answer(shared, answered({ acf }));
    const seen = await (await open(shared)).text();
    expect(seen).not.toContain('media 4711');
    expect(seen).not.toContain('wp-admin');
    expect(seen).toContain('Shared by Eda &lt;Ünal&gt; until');
  });

  it('reads a picture that was chosen a moment ago', async () => {
    const token = tokenFor();
    answer(token, answered({ acf: { page_layout: layout, hero_title: 'Hi', hero_image: 4712 } }));
    wordpress.add('media', {
      id: 4712,
      mime_type: 'image/jpeg',
      media_details: { width: 1600, height: 900 },
    });
    const html = await (await open(token)).text();
    expect(html).not.toContain('media 4712');
    expect(html).toMatch(/<img[^>]+src="\/media\//);
    expect(app.content.snapshot()?.media(4712)).toBeUndefined();
  });

  it('reads more such pictures than WordPress puts on one page of a list', async () => {
    const keys = Array.from({ length: 9 }, (_, index) => `cards_${index}`);
    const ids = Array.from({ length: 12 * keys.length }, (_, index) => 5_000 + index);
    const sections = keys.flatMap((key, index) => [
      [`${key}_title`, 'Cards'],
      [
        `${key}_items`,
        ids.slice(12 * index, 12 * (index + 1)).map((id) => ({ title: `Card ${id}`, image: id })),
      ],
    ]);
    const cards = keys.map((key) => ({ block: 'cards', key }));
    const token = tokenFor();
    answer(token, answered({ acf: { page_layout: cards, ...Object.fromEntries(sections) } }));
    for (const id of ids) {
      wordpress.add('media', { id, mime_type: 'image/jpeg', media_details: { width: 1600, height: 900 } });
    }
    const html = await (await open(token)).text();
    expect(html.match(/<img[^>]+src="\/media\//g)).toHaveLength(ids.length);
  });
});

describe('a link that is not valid', () => {
  const refused = async (token: string) => {
    const response = await open(token);
    const html = await response.text();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('press <strong>Preview</strong>');
    return { status: response.status, title: headline(html) };
  };

  it('has expired', async () => {
    expect(await refused(tokenFor({ expires: now() - 1 }))).toEqual({
      status: 403,
      title: 'This preview has expired',
    });
  });

  it('is forged, or of another site; WordPress is not even asked', async () => {
    const asked = wordpress.asked.length;
    const title = 'This is not a preview link of this site';
    for (const token of [tokenFor({}, 'the-secret-of-another-site-0123456789'), 'nonsense', 'a.b', '..']) {
      expect(await refused(token)).toEqual({ status: 403, title });
    }
    expect(wordpress.asked.length).toBe(asked);
  });

  it.each([
    ['lintel_preview_revoked', 'This preview link was revoked'],
    ['lintel_preview_gone', 'This page cannot be previewed any more'],
    ['lintel_preview_expired', 'This preview has expired'],
  ])('is refused by WordPress: %s', async (code, title) => {
    const token = tokenFor({ id: code, kind: 'share' });
    answer(token, { status: 410, json: { code, message: 'No.' } });
    expect(await refused(token)).toEqual({ status: 403, title });
  });

  it('cannot be read while WordPress is down, and nothing else is shown', async () => {
    const token = tokenFor();
    answer(token, answered());
    wordpress.misbehaviour = 'down';
    const response = await open(token);
    wordpress.misbehaviour = null;
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('WordPress did not answer');
  });

  it('is refused by a site without the secret', async () => {
    const plain = await runApp(wordpress.env);
    try {
      expect((await fetch(`${plain.url}/preview?token=${tokenFor()}`)).status).toBe(403);
    } finally {
      await plain.stop();
    }
  });
});

describe('while somebody types', () => {
  const update = (token: string, body: unknown) =>
    fetch(`${app.url}/preview/page?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('the page is resolved with the values of the form, in the format of text inputs', async () => {
    const token = tokenFor({ id: 'live' });
    answer(token, answered());
    await open(token);
    const asked = wordpress.asked.length;
    const response = await update(token, {
      title: 'Typed',
      acf: { hero_title: 'Typed headline', hero_image: '' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { document } = await response.json();
    expect(document.placements).toMatchObject([{ key: 'hero', props: { title: 'Typed headline' } }]);
    expect(document.head.robots).toBe('noindex, nofollow');
    // Only opening the preview sends a request to WordPress.
    expect(wordpress.asked.slice(asked)).toEqual([]);
    expect(await publicHeadline()).toBe('As published');
  });

  it('invalid values and invalid tokens are refused', async () => {
    const shared = tokenFor({ kind: 'share' });
    expect((await update(tokenFor(), { title: 5 })).status).toBe(400);
    expect(await (await update(tokenFor({ expires: now() - 1 }), {})).json()).toMatchObject({
      fault: 'expired',
    });
    expect((await update('forged', {})).status).toBe(403);
    expect((await update(shared, {})).status).toBe(403);
  });
});

describe('sharing', () => {
  const share = (token: string) => fetch(`${app.url}/preview/share?token=${token}`, { method: 'POST' });

  it('asks WordPress for a link, with a POST request that it signed', async () => {
    const token = tokenFor();
    const link = { url: `${app.url}/preview?token=x`, expires: now() + 604_800 };
    answer(token, { json: link }, '/share');
    expect(await (await share(token)).json()).toEqual(link);
  });

  it('is refused to people who opened a shared link', async () => {
    expect((await share(tokenFor({ kind: 'share' }))).status).toBe(403);
    expect((await share('forged')).status).toBe(403);
  });
});
