import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describeProjectSections } from '../../wordpress/describe-sections.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen, type AdminScreen } from './support/wp-admin.ts';

const SCREEN = '/wp-admin/options-general.php?page=lintel-site-settings';
const FORM = '#wpbody-content form:has(#lintel-agent-name)';

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

const TYPED = {
  'lintel[agent][name]': 'Robin O’Neill & Co.',
  'lintel[agent][licence]': 'S12345000',
  'lintel[agent][licensedIn]': 'Iowa',
  'lintel[agent][email]': 'robin@oneill.example',
  'lintel[agent][phone]': '(515) 555-0177',
  'lintel[brokerage][name]': 'Lake & Land',
  'lintel[brokerage][url]': 'https://lakeland.example/about%20us',
  'lintel[brokerage][logo]': '/brand/brokerage-logo.svg',
  'lintel[social][LinkedIn]': 'https://www.linkedin.com/in/robin',
  'lintel[hours][1][days]': 'Mon–Tue',
  'lintel[hours][1][opens]': '08:30',
  'lintel[hours][1][closes]': '17:00',
};

const open = () => openScreen(wordpress.url, wordpress.adminSession, SCREEN);
const stored = () => wordpress.admin.get('/lintel/v1/site-settings');
const valueOf = (screen: AdminScreen, name: string) => screen.form(FORM).get(name);

async function send(changes: Readonly<Record<string, string>>, weekdays: readonly string[] = ['1', '2']) {
  const form = (await open()).form(FORM, changes);
  for (const day of weekdays) form.append('lintel[hours][1][weekdays][]', day);
  return openScreen(wordpress.url, wordpress.adminSession, SCREEN, form);
}

// The tests depend on each other and run in order.
test('an invalid value is refused at its field, and no input is lost', async () => {
  const screen = await send({
    ...TYPED,
    'lintel[agent][email]': 'robin at oneill',
    'lintel[agent][phone]': '',
  });
  expect(screen.document.querySelector('.notice-error')?.textContent).toContain('3 fields need a correction');
  expect(screen.document.querySelector('#lintel-agent-email-error')?.textContent).toContain(
    'not an e-mail address',
  );
  expect(screen.document.querySelector('#lintel-agent-phone-error')?.textContent).toContain('Fill in');
  expect(valueOf(screen, 'lintel[agent][email]')).toBe('robin at oneill');
  expect(valueOf(screen, 'lintel[agent][name]')).toBe('Robin O’Neill & Co.');
  expect(valueOf(screen, 'lintel[hours][0][days]')).toBe('Mon–Tue');
  for (const field of ['agent-portrait', 'brokerage-logo', 'seo-shareImage']) {
    const help = screen.document.querySelector(`#lintel-${field}-help`)?.textContent;
    expect(help, field).toContain('“File URL” of a');
  }
  expect(await stored()).toEqual({});
});

test('valid values are saved, and shown on the screen and on every page of the site', async () => {
  const screen = await send(TYPED);
  const notices = [...screen.document.querySelectorAll('.notice-success')];
  expect(notices.map(({ textContent }) => textContent.trim())).toEqual(['Settings saved.']);
  expect(valueOf(screen, 'lintel[brokerage][url]')).toBe('https://lakeland.example/about%20us');
  expect(await stored()).toEqual({
    agent: {
      name: 'Robin O’Neill & Co.',
      licence: 'S12345000',
      licensedIn: 'Iowa',
      email: 'robin@oneill.example',
      phone: '(515) 555-0177',
      phoneDial: '+15155550177',
    },
    brokerage: {
      name: 'Lake & Land',
      url: 'https://lakeland.example/about%20us',
      logo: '/brand/brokerage-logo.svg',
    },
    hours: [{ days: 'Mon–Tue', weekdays: [1, 2], opens: '08:30', closes: '17:00' }],
    social: [{ name: 'LinkedIn', url: 'https://www.linkedin.com/in/robin' }],
  });
  const { html } = await site.page('/');
  expect(html).toContain('Robin O’Neill &amp; Co.');
  expect(html).toContain('tel:+15155550177');
  // No address was typed, so pages still show the sample's.
  expect(site.messages()).toEqual([expect.stringContaining('address is not set')]);
});

test('every other group matches the site’s schema, and an emptied group is unset', async () => {
  await send(
    {
      'lintel[address][street]': '1 Lake Road',
      'lintel[address][locality]': 'Ankeny',
      'lintel[address][region]': 'IA',
      'lintel[address][postalCode]': '50021',
      'lintel[address][country]': 'US',
      'lintel[site][name]': 'Lake Homes',
      'lintel[site][description]': 'Homes by the water.',
      'lintel[site][timeZone]': 'America/Chicago',
      'lintel[seo][titleSuffix]': 'Lake Homes',
      'lintel[seo][shareImage]': '/social-card.png',
      'lintel[priceRange]': '$$$',
      'lintel[social][LinkedIn]': '',
    },
    [],
  );
  expect(await stored()).not.toHaveProperty('social');
  expect(await stored()).toHaveProperty('hours');
  expect((await site.page('/about')).html.includes('"name":"Lake Homes"')).toBe(true);
  // The site keeps the last valid profiles and logs a warning about them. Nothing else is logged since then.
  expect(
    site.messages().filter((message) => !/Site settings › (?:social|address is not set)/.test(message)),
  ).toEqual([]);
});

test('only administrators can open the screen, and only the screen itself can save', async () => {
  const editor = await wordpress.signInEditor();
  await expect(openScreen(wordpress.url, editor, SCREEN)).rejects.toThrow('is 403');
  const form = (await open()).form(FORM, { _wpnonce: 'forged', 'lintel[priceRange]': '$' });
  await expect(openScreen(wordpress.url, wordpress.adminSession, SCREEN, form)).rejects.toThrow('is 403');
  expect(await stored()).toMatchObject({ priceRange: '$$$' });
});

test('a setting that only the site knows is on the screen, checked, stored and in REST', async () => {
  const known = await describeProjectSections();
  const { agent, ...others } = z.record(z.string(), z.unknown()).parse(known.settings.properties);
  const about = z.looseObject({ properties: z.record(z.string(), z.unknown()) }).parse(agent);
  const properties = {
    agent: { ...about, properties: { ...about.properties, motto: { type: 'string', title: 'Motto' } } },
    ...others,
    parking: {
      type: 'object',
      title: 'Parking',
      properties: {
        where: { type: 'string', minLength: 1, title: 'Where' },
        spaces: { type: 'integer', minimum: 1, title: 'Spaces', fault: 'Write how many cars fit.' },
        fee: { type: 'string', enum: ['free', 'paid'], title: 'Fee' },
      },
      required: ['where', 'spaces'],
    },
  };
  const described = JSON.stringify({ ...known, settings: { ...known.settings, properties } });
  // As if the connected site had sent this description.
  await wordpress.runPhp(`update_option( LINTEL_CONNECTION_OPTION, array( 'url' => 'http://site.example', 'secret' => '' ) );
    update_option( LINTEL_SECTIONS_OPTION, array( 'url' => 'http://site.example', 'checked' => time() + 3600, 'sections' => json_decode( base64_decode( '${Buffer.from(described).toString('base64')}' ), true ) ), false );
    return true;`);

  const typed = { 'lintel[agent][motto]': 'Home.', 'lintel[parking][spaces]': 'none' };
  const refused = await send({ ...typed, 'lintel[parking][fee]': 'paid' }, []);
  const errorAt = (field: string) => refused.document.querySelector(`#lintel-${field}-error`)?.textContent;
  expect(errorAt('parking-where')).toContain('Fill in “Where”');
  expect(errorAt('parking-spaces')).toBe('Write how many cars fit.');
  expect(
    [...refused.document.querySelectorAll('#lintel-parking-fee option')].map(
      ({ textContent }) => textContent,
    ),
  ).toEqual(['', 'free', 'paid']);
  await send({ ...typed, 'lintel[parking][where]': 'Behind it', 'lintel[parking][spaces]': '4' }, []);
  expect(await stored()).toMatchObject({
    agent: { name: 'Robin O’Neill & Co.', motto: 'Home.' },
    parking: { where: 'Behind it', spaces: 4 },
  });
  await wordpress.admin.post('/lintel/v1/site-settings', { parking: { where: 'Beside it', spaces: 2 } });
  expect(await stored()).toMatchObject({ parking: { where: 'Beside it', spaces: 2 } });
  await expect(wordpress.admin.post('/lintel/v1/site-settings', { garage: {} })).rejects.toThrow(
    'is not a setting',
  );
});
