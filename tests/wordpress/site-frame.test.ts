import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import builtIn from '../../fixtures/site-settings.json' with { type: 'json' };
import { openSite, type OpenSite } from './support/open-site.ts';
import { createPage } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

async function shown(path = '/') {
  const { document } = new JSDOM((await site.page(path)).html).window;
  return {
    header: document.querySelector('header')?.innerHTML ?? '',
    footer: document.querySelector('footer')?.innerHTML ?? '',
    robots: document.querySelector('meta[name=robots]')?.getAttribute('content'),
  };
}

describe('menus', () => {
  const entries = z.array(z.looseObject({ id: z.number() }));
  const entry = z.looseObject({ id: z.number(), menu: z.number() });

  async function menuAt(location: string): Promise<number> {
    return entry.omit({ id: true }).parse(await wordpress.admin.get(`/wp/v2/menu-locations/${location}`))
      .menu;
  }
  async function addItem(menus: number, fields: Record<string, unknown>): Promise<number> {
    const made = await wordpress.admin.post('/wp/v2/menu-items', { menus, status: 'publish', ...fields });
    return entry.omit({ menu: true }).parse(made).id;
  }

  test('an item added to each is in the header and in the footer', async () => {
    await addItem(await menuAt('primary'), { title: 'Rentals &amp; more', url: `${wordpress.url}/rentals/` });
    await addItem(await menuAt('footer'), { title: 'Press', url: 'https://example.com/press' });
    const { header, footer } = await shown();
    expect(header).toMatch(/<a[^>]*href="\/rentals"[^>]*>[^]*?Rentals &amp; more/);
    expect(footer).toMatch(/<a[^>]*href="https:\/\/example\.com\/press"[^>]*>[^]*?Press/);
  });

  test('items nest as in WordPress, in the order that they have there', async () => {
    const menu = await menuAt('primary');
    const parent = await addItem(menu, { title: 'Guides', url: '#', menu_order: 90 });
    await addItem(menu, { title: 'Staging', url: '/sell/staging-tips', parent, menu_order: 92 });
    await addItem(menu, { title: 'Mortgages', url: '/buy/mortgage-guide', parent, menu_order: 91 });
    await site.read();
    const { primary } = site.content.frame();
    const guides = primary.find(({ title }) => title === 'Guides');
    expect(guides?.children.map(({ title, path }) => [title, path])).toEqual([
      ['Mortgages', '/buy/mortgage-guide'],
      ['Staging', '/sell/staging-tips'],
    ]);
    expect((await shown()).header).toContain('href="/sell/staging-tips"');
  });

  test('an item that leads to a draft is not shown', async () => {
    const draft = await createPage(wordpress.editor, { title: 'Unannounced project', status: 'draft' });
    await addItem(await menuAt('primary'), {
      title: 'Unannounced project',
      type: 'post_type',
      object: 'page',
      object_id: draft,
    });
    expect((await site.page('/')).html).not.toContain('Unannounced');
    expect(await site.wpJson('/menus/v1/locations/primary')).not.toContain('Unannounced');
  });

  test('an emptied menu is empty, and without a menu the built-in one is shown', async () => {
    const menu = await menuAt('footer');
    const items = entries.parse(await wordpress.admin.get(`/wp/v2/menu-items?menus=${menu}&per_page=100`));
    for (const { id } of items) await wordpress.admin.delete(`/wp/v2/menu-items/${id}?force=true`);
    expect((await shown()).footer).not.toContain('<nav');
    await wordpress.admin.post(`/wp/v2/menus/${menu}`, { locations: [] });
    const { footer } = await shown();
    expect(footer).not.toContain('Press');
    expect(footer).toContain('href="/privacy-policy"');
  });
});

describe('site settings', () => {
  const set = (settings: Record<string, unknown>) =>
    wordpress.admin.post('/lintel/v1/site-settings', settings);
  const agent = { ...builtIn.agent, name: 'Robin Vale', phone: '(515) 555-0199', phoneDial: '+15155550199' };
  const brokerage = { ...builtIn.brokerage, name: 'Cedar Gate Realty' };

  // The tests depend on each other, because the site keeps the last valid values.
  test('an invalid part stays built-in, and the log names the part and the fix', async () => {
    await set({
      agent: { ...agent, phoneDial: 'five-one-five' },
      site: { ...builtIn.site, name: 'Cedar Gate' },
    });
    await site.read();
    const { settings } = site.content.frame();
    expect(settings.agent).toEqual(builtIn.agent);
    expect(settings.site.name).toBe('Cedar Gate');
    expect(settings.sample).toBe(true);
    expect(site.messages()).toContain(
      'Site settings › agent.phoneDial: is not a number like +15155550123. Correct it in WordPress; the built-in value is shown.',
    );
  });

  test('agent and brokerage set by the administrator replace the sample: footer, phone, robots', async () => {
    expect((await shown('/about')).robots).toBe('noindex');
    await set({ agent, brokerage });
    const { footer, robots } = await shown('/about');
    expect(footer).toContain('Robin Vale');
    expect(footer).toContain('Cedar Gate Realty');
    expect(footer).toContain('href="tel:+15155550199"');
    expect(robots).toMatch(/^index/);
  });

  test('the sample never comes back, and operators are notified', async () => {
    const before = await shown('/about');
    await set({ agent: { ...agent, phoneDial: 'five-one-five' }, brokerage: null });
    expect(await shown('/about')).toEqual(before);
    expect(site.content.health().notices).toEqual([
      expect.stringMatching(
        /agent\.phoneDial: is not a number .* the last good value is shown\. .*brokerage: is not set any more/,
      ),
    ]);
    await set({ agent, brokerage });
    await site.read();
    expect(site.content.health().notices).toEqual([]);
  });

  test('cannot be set by editors', async () => {
    await expect(wordpress.editor.post('/lintel/v1/site-settings', { agent })).rejects.toThrow('403');
  });
});
