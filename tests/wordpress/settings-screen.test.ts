import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { axeViolations, horizontalOverflow } from '../browser/support/page-checks.ts';
import { closeContexts } from '../browser/support/worker-browser.ts';
import { describeProjectSections } from '../../wordpress/describe-sections.ts';
import { signInBrowser } from './support/browser-editor.ts';
import { drawnPng } from './support/drawn-png.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { basicAuthorization, pageId, restClient } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath, openScreen, type AdminScreen } from './support/wp-admin.ts';

const SCREEN = '/wp-admin/options-general.php?page=lintel-site-settings';
const FORM = '#lintel-settings';
const TABS = ['identity', 'contact', 'search'] as const;

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite(wordpress.env);
});
afterAll(async () => {
  await closeContexts();
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
};
const CONTACT = {
  'lintel[social][LinkedIn]': 'https://www.linkedin.com/in/robin',
  'lintel[hours][1][days]': 'Mon–Tue',
  'lintel[hours][1][opens]': '08:30',
  'lintel[hours][1][closes]': '17:00',
};

const ADDRESS = {
  street: '1 Lake Road',
  locality: 'Ankeny',
  region: 'IA',
  postalCode: '50021',
  country: 'US',
};
const HOURS = [{ days: 'Mon–Tue', weekdays: [1, 2], opens: '08:30', closes: '17:00' }];
const SOCIAL = [{ name: 'LinkedIn', url: 'https://www.linkedin.com/in/robin' }];

type Tab = (typeof TABS)[number];
const at = (tab: string) => `${SCREEN}&tab=${tab}`;
const open = (tab: string) => openScreen(wordpress.url, wordpress.adminSession, at(tab));
const stored = () => wordpress.admin.get('/lintel/v1/site-settings');
/** Stores settings as somebody else does. */
const store = (settings: Readonly<Record<string, unknown>>) =>
  wordpress.admin.post('/lintel/v1/site-settings', settings);
const submit = (tab: Tab, form: URLSearchParams) =>
  openScreen(wordpress.url, wordpress.adminSession, at(tab), form);
const noticesOn = ({ document }: AdminScreen) =>
  [...document.querySelectorAll('.notice-success')].map(({ textContent }) => textContent.trim());
const valueOf = (screen: AdminScreen, name: string) => screen.form(FORM).get(name);

async function send(tab: Tab, changes: Readonly<Record<string, string>>, weekdays: readonly string[] = []) {
  const form = (await open(tab)).form(FORM, changes);
  for (const day of weekdays) form.append('lintel[hours][1][weekdays][]', day);
  return submit(tab, form);
}

// The tests depend on each other and run in order.
test('an invalid value is refused at its field, and no input is lost', async () => {
  const screen = await send('identity', {
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
  expect(screen.document.querySelector('.nav-tab-active')?.textContent).toBe('Identity');
  expect(await stored()).toEqual({});
});

test('valid values are saved, and shown on the screen and on every page of the site', async () => {
  const lines = await send('contact', { ...CONTACT, 'lintel[hours][1][opens]': 'early' }, ['1', '2']);
  expect(valueOf(lines, 'lintel[hours][0][days]')).toBe('Mon–Tue');
  expect(lines.document.querySelector(FORM)?.textContent.match(/Clear a line to remove it/g)).toHaveLength(1);
  await send('contact', CONTACT, ['1', '2']);
  const screen = await send('identity', TYPED);
  expect(noticesOn(screen)).toEqual(['Settings saved.']);
  expect(valueOf(screen, 'lintel[brokerage][url]')).toBe('https://lakeland.example/about%20us');
  // The tab stays, and the values of other tabs do.
  expect(screen.document.querySelector('.nav-tab-active')?.textContent).toBe('Identity');
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

test('a number to dial follows the phone number that it was made of, and no other', async () => {
  const dialled = async (changes: Readonly<Record<string, string>>) => {
    await send('identity', changes);
    return Object(Object(await stored()).agent).phoneDial;
  };
  expect(await dialled({ 'lintel[agent][phone]': '(515) 555-0188' })).toBe('+15155550188');
  const own = { 'lintel[agent][phone]': '(515) 555-0199', 'lintel[agent][phoneDial]': '+15155550123' };
  expect(await dialled(own)).toBe('+15155550123');
  expect(await dialled({ 'lintel[agent][phone]': '(515) 555-0177' })).toBe('+15155550123');
  expect(await dialled({ 'lintel[agent][phoneDial]': '' })).toBe('+15155550177');
});

test('every other group matches the site’s schema, and an emptied group is unset', async () => {
  await send('contact', {
    'lintel[address][street]': '1 Lake Road',
    'lintel[address][locality]': 'Ankeny',
    'lintel[address][region]': 'IA',
    'lintel[address][postalCode]': '50021',
    'lintel[address][country]': 'US',
    'lintel[social][LinkedIn]': '',
  });
  await send('identity', {
    'lintel[site][name]': 'Lake Homes',
    'lintel[site][description]': 'Homes by the water.',
  });
  await send('search', {
    'lintel[seo][titleSuffix]': 'Lake Homes',
    'lintel[seo][shareImage]': '/social-card.png',
    'lintel[priceRange]': '$$$',
  });
  expect(await stored()).not.toHaveProperty('social');
  expect(await stored()).toHaveProperty('hours');
  expect((await site.page('/about')).html.includes('"name":"Lake Homes"')).toBe(true);
  // The site keeps the last valid profiles and logs a warning about them. Nothing else is logged since then.
  expect(
    site.messages().filter((message) => !/Site settings › (?:social|address is not set)/.test(message)),
  ).toEqual([]);
});

test('the time zone is WordPress’s: named, and ahead of a stored one; a bare difference to UTC is not used', async () => {
  const zoneOf = async () => {
    await site.read();
    return site.content.timeZone();
  };
  const asked = async () => (await open('identity')).document.querySelector('#lintel-settings')?.textContent;
  expect(await stored()).toMatchObject({ site: { name: 'Lake Homes', timeZone: 'America/Chicago' } });
  expect(await asked()).toContain('America/Chicago. It is the time zone of WordPress');
  await wordpress.admin.post('/lintel/v1/site-settings', {
    site: { name: 'Lake Homes', description: 'Homes by the water.', timeZone: 'Europe/Vienna' },
  });
  expect(await zoneOf()).toBe('America/Chicago');
  await wordpress.runPhp(`update_option( 'timezone_string', 'America/Denver' );`);
  expect(await zoneOf()).toBe('America/Denver');
  const page = await openScreen(
    wordpress.url,
    wordpress.adminSession,
    editPath(await pageId(wordpress.editor, 'buy')),
  );
  expect(page.document.body.innerHTML).toContain('Time zone: America/Denver.');
  await wordpress.runPhp(`update_option( 'timezone_string', '' ); update_option( 'gmt_offset', -6 );`);
  expect(await asked()).toContain('only a difference to UTC (-06:00)');
  // The one that was stored earlier.
  expect(await zoneOf()).toBe('Europe/Vienna');
  // A group without any time zone is complete.
  await wordpress.admin.post('/lintel/v1/site-settings', {
    site: { name: 'Lake Homes', description: 'Homes by the water.' },
  });
  expect(await zoneOf()).toBe('America/Chicago');
  expect(site.content.health().notices).toEqual([]);
  await wordpress.runPhp(`update_option( 'timezone_string', 'America/Chicago' );`);
});

test('in a browser: pictures come from the media library, with a preview; each tab is sound', async () => {
  const picture = await wordpress.admin.upload({
    name: 'agent.png',
    type: 'image/png',
    bytes: drawnPng(300, 400),
  });
  const { context, page } = await signInBrowser(wordpress.url, wordpress.adminAccount);
  await page.goto(wordpress.url + at('identity'));
  const row = page.locator('tr:has(#lintel-agent-portrait)');
  await row.getByRole('button', { name: 'Choose a picture' }).click();
  const library = page.locator('.media-modal:visible');
  await library.getByRole('tab', { name: 'Media Library' }).click();
  await library.locator(`.attachment[data-id="${picture}"]`).click();
  await library.getByRole('button', { name: 'Select', exact: true }).click();
  await row.locator('img').waitFor();
  const url = await row.getByRole('textbox').inputValue();
  expect(url).toContain('/wp-content/uploads/');
  expect(await row.locator('img').getAttribute('src')).toBe(url);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await stored()).toMatchObject({ agent: { portrait: url } });
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => row.locator('img').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await stored()).not.toHaveProperty('agent.portrait');

  for (const tab of [...TABS, 'checks', 'connection']) {
    await page.goto(wordpress.url + at(tab));
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect([tab, width, await axeViolations(page, { within: ['#wpbody-content'] })]).toEqual([
        tab,
        width,
        [],
      ]);
      expect([tab, width, await horizontalOverflow(page)]).toEqual([tab, width, []]);
    }
  }
  await context.close();
});

test('only administrators can open the screen, and only the screen itself can save', async () => {
  const editor = await wordpress.signInEditor();
  await expect(openScreen(wordpress.url, editor, at('identity'))).rejects.toThrow('is 403');
  const form = (await open('search')).form(FORM, { _wpnonce: 'forged', 'lintel[priceRange]': '$' });
  await expect(openScreen(wordpress.url, wordpress.adminSession, at('search'), form)).rejects.toThrow(
    'is 403',
  );
  expect(await stored()).toMatchObject({ priceRange: '$$$' });
});

test('a form that was opened earlier keeps what somebody else has stored since', async () => {
  await store({ address: ADDRESS, hours: HOURS, social: null });
  const screen = await open('contact');
  await store({ address: { ...ADDRESS, street: '2 Lake Road' }, social: SOCIAL });
  const saved = await submit('contact', screen.form(FORM, { 'lintel[hours][0][opens]': '08:00' }));
  expect(noticesOn(saved)).toEqual(['Settings saved.']);
  // Both changed the address, each another line of it.
  await submit('contact', screen.form(FORM, { 'lintel[address][postalCode]': '50023' }));
  expect(await stored()).toMatchObject({
    address: { ...ADDRESS, street: '2 Lake Road', postalCode: '50023' },
    hours: [{ ...HOURS[0], opens: '08:00' }],
    social: SOCIAL,
  });
});

test('a value that somebody else changed, too, is refused and stays in the form; saving again replaces theirs', async () => {
  await store({ address: ADDRESS, hours: HOURS, social: null });
  const screen = await open('contact');
  const theirs = {
    address: { ...ADDRESS, street: '2 Lake Road', locality: 'Ames' },
    hours: [{ ...HOURS[0], closes: '18:00' }],
    social: SOCIAL,
  };
  await store(theirs);
  const typed = {
    'lintel[address][street]': '3 Lake Road',
    'lintel[hours][0][opens]': '08:00',
    'lintel[social][LinkedIn]': 'not an address',
    'lintel[social][YouTube]': 'https://www.youtube.com/@robin',
  };
  const refused = await submit('contact', screen.form(FORM, typed));
  expect(refused.document.querySelector('.notice-error')?.textContent).toContain(
    '3 fields need a correction',
  );
  for (const field of ['address-street', 'hours', 'social-LinkedIn']) {
    expect(refused.document.querySelector(`#lintel-${field}-error`)?.textContent).toContain(
      'somebody else changed it meanwhile',
    );
  }
  for (const [name, value] of Object.entries(typed)) expect(valueOf(refused, name)).toBe(value);
  // Nobody typed another city here.
  expect(valueOf(refused, 'lintel[address][locality]')).toBe('Ames');
  expect(await stored()).toMatchObject(theirs);
  // What is wrong with it is said next.
  const wrong = await submit('contact', refused.form(FORM));
  expect(wrong.document.querySelector('.notice-error')?.textContent).toContain('1 field needs a correction');
  const corrected = { 'lintel[social][LinkedIn]': '' };
  await store({ address: { ...theirs.address, street: '4 Lake Road' } });
  const again = await submit('contact', wrong.form(FORM, corrected));
  expect(again.document.querySelector('#lintel-address-street-error')?.textContent).toContain(
    'somebody else changed it meanwhile',
  );
  await submit('contact', again.form(FORM));
  expect(await stored()).toMatchObject({
    address: { ...ADDRESS, street: '3 Lake Road', locality: 'Ames' },
    hours: [{ ...HOURS[0], opens: '08:00' }],
    social: [{ name: 'YouTube', url: 'https://www.youtube.com/@robin' }],
  });
});

test('a form in which nobody typed changes nothing, however the values are stored', async () => {
  const before = z.record(z.string(), z.unknown()).parse(await stored());
  for (const tab of TABS) await submit(tab, (await open(tab)).form(FORM));
  expect(await stored()).toEqual(before);
  const odd = {
    address: { ...ADDRESS, street: '1 Lake &amp; Land\nRoad', postalCode: 50021, later: ['kept'] },
    hours: [
      { days: 'Mon &#8211; Tue', weekdays: ['2', 1], opens: '9:00', closes: '17:00' },
      { days: '', weekdays: [], opens: '', closes: '' },
    ],
    social: [{ name: 'Elsewhere', url: 'https://elsewhere.example' }, ...SOCIAL],
    priceRange: 2,
    comments: 'later',
  };
  await store(odd);
  const forms = await Promise.all(TABS.map(async (tab) => [tab, (await open(tab)).form(FORM)] as const));
  for (const [tab, form] of forms) expect(noticesOn(await submit(tab, form))).toEqual(['Settings saved.']);
  expect(await stored()).toMatchObject(odd);
  // What others store since then stays.
  await store({ address: ADDRESS, hours: HOURS, social: null, priceRange: '$$$', comments: null });
  const now = await stored();
  for (const [tab, form] of forms) expect(noticesOn(await submit(tab, form))).toEqual(['Settings saved.']);
  expect(await stored()).toEqual(now);
});

test('of two first values of a setting, the second one is refused, and of two equal ones none', async () => {
  await store({ address: null });
  const screen = await open('contact');
  await store({ address: ADDRESS });
  const typed = Object.fromEntries(
    Object.entries(ADDRESS).map(([field, value]) => [`lintel[address][${field}]`, value]),
  );
  const other = await submit('contact', screen.form(FORM, { ...typed, 'lintel[address][street]': 'Other' }));
  expect(
    [...other.document.querySelectorAll('.lintel-error')].map(({ id, textContent }) => [id, textContent]),
  ).toEqual([['lintel-address-street-error', expect.stringContaining('somebody else changed it meanwhile')]]);
  const equal = await submit('contact', screen.form(FORM, typed));
  expect(noticesOn(equal)).toEqual(['Settings saved.']);
  expect(await stored()).toMatchObject({ address: ADDRESS });
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
      tab: 'parking',
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
  // It names a tab that this version of the plugin does not have, so it is with the identity.
  const refused = await send('identity', { ...typed, 'lintel[parking][fee]': 'paid' });
  const errorAt = (field: string) => refused.document.querySelector(`#lintel-${field}-error`)?.textContent;
  expect(errorAt('parking-where')).toContain('Fill in “Where”');
  expect(errorAt('parking-spaces')).toBe('Write how many cars fit.');
  expect(
    [...refused.document.querySelectorAll('#lintel-parking-fee option')].map(
      ({ textContent }) => textContent,
    ),
  ).toEqual(['', 'free', 'paid']);
  await send('identity', {
    ...typed,
    'lintel[parking][where]': 'Behind it',
    'lintel[parking][spaces]': '4',
  });
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

test('a request to connect ends after ten minutes, works once, and needs an administrator', async () => {
  /** Begins to connect, changes the stored request, and returns the status and the message of the exchange. */
  const exchange = async (change = '') => {
    const begun = await wordpress.runPhp(`delete_option( LINTEL_CONNECTION_OPTION );
      $to = lintel_request_connection( 'http://site.example' );
      $request = get_option( LINTEL_CONNECTION_REQUEST_OPTION );
      ${change}
      update_option( LINTEL_CONNECTION_REQUEST_OPTION, $request, false );
      return $to;`);
    const to = new URL(String(begun));
    expect(to.origin + to.pathname).toBe('http://site.example/admin/settings/wordpress');
    const token = new URLSearchParams(to.hash.slice(1)).get('token');
    return { token, ...(await send(token)) };
  };
  const send = async (token: string | null) => {
    const answer = await fetch(`${wordpress.url}/?rest_route=/lintel/v1/connection/exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, secret: 's'.repeat(48) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await exchange(`$request['until'] = time() - 1;`)).toMatchObject({
    status: 403,
    text: expect.stringContaining('older than ten minutes'),
  });
  expect(await exchange(`$request['user'] = get_user_by( 'login', 'editor' )->ID;`)).toMatchObject({
    status: 403,
    text: expect.stringContaining('not an administrator'),
  });
  const { token, status, text } = await exchange();
  expect(status).toBe(200);
  const { username, password } = z
    .object({ username: z.string(), password: z.string() })
    .parse(JSON.parse(text));
  expect(await wordpress.runPhp('return lintel_connection();')).toEqual({
    url: 'http://site.example',
    secret: 's'.repeat(48),
  });
  const account = restClient(wordpress.url, basicAuthorization(username, password));
  expect(await account.get('/wp/v2/users/me')).toMatchObject({ slug: username });
  expect(await send(token)).toMatchObject({ status: 403, text: expect.stringContaining('does not know') });
  await wordpress.runPhp('lintel_forget_connection();');
  await expect(account.get('/wp/v2/users/me')).rejects.toThrow('401');
});
