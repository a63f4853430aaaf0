import { expect, test } from 'vitest';
import builtInValues from '../../../fixtures/site-settings.json' with { type: 'json' };
import { siteSettingsSchema } from '../../../src/contracts/site-settings.ts';
import { createLinkResolver } from '../paths/site-links.ts';
import {
  normaliseSettings,
  keepUsableSettings,
  settingsWithSameOriginPictures,
} from './normalise-settings.ts';

const builtIn = siteSettingsSchema.parse(builtInValues);
const agent = { ...builtIn.agent, name: 'Real Agent' };
const brokerage = { ...builtIn.brokerage, name: 'Real Brokerage' };

test('without the plugin, the settings are the built-in object itself', () => {
  expect(normaliseSettings(builtIn, null).settings).toBe(builtIn);
});

test('the sample identity ends only when agent and brokerage are set', () => {
  expect(normaliseSettings(builtIn, { agent, sample: false }).settings.sample).toBe(true);
  expect(normaliseSettings(builtIn, { agent, brokerage }).settings).toMatchObject({
    sample: false,
    agent: { name: 'Real Agent' },
    priceRange: builtIn.priceRange,
  });
});

test('a sample address beside a real agent is reported', () => {
  const { address } = builtIn;
  expect(normaliseSettings(builtIn, { agent, brokerage }).faults).toEqual([
    expect.stringMatching(/^Site settings › address is not set/),
  ]);
  expect(normaliseSettings(builtIn, { agent, brokerage, address }).faults).toEqual([]);
  expect(normaliseSettings(builtIn, { agent }).faults).toEqual([]);
});

test('a key with an unusable value keeps its built-in value and names the fix', () => {
  const { settings, faults } = normaliseSettings(builtIn, {
    agent: { ...agent, email: 'nobody' },
    brokerage,
  });
  expect(settings.agent).toEqual(builtIn.agent);
  expect(settings.sample).toBe(true);
  expect(faults).toEqual([expect.stringMatching(/^Site settings › agent\.email: .*Correct it in WordPress/)]);
});

const social = [{ name: 'Facebook' as const, url: 'https://facebook.example/real' }];

test('the sample’s social links end with the sample; an empty value means that there are none', () => {
  expect(builtIn.social).not.toEqual([]);
  expect(normaliseSettings(builtIn, { agent }).settings.social).toEqual(builtIn.social);
  expect(normaliseSettings(builtIn, { agent, brokerage }).settings.social).toEqual([]);
  expect(normaliseSettings(builtIn, { agent, brokerage, social }).settings.social).toEqual(social);
  for (const empty of [[], '', null, false, {}]) {
    expect(normaliseSettings(builtIn, { social: empty })).toMatchObject({
      settings: { social: [] },
      faults: [],
    });
  }
  const { address } = builtIn;
  expect(normaliseSettings(builtIn, { agent, brokerage, address, social: 'facebook' })).toMatchObject({
    settings: { social: [] },
    faults: [expect.stringMatching(/^Site settings › social: .*Correct it in WordPress; none is shown\.$/)],
  });
});

test('social links can be removed; emptied settings keep them', () => {
  const before = { agent, brokerage, social };
  for (const read of [
    { agent, brokerage },
    { agent, brokerage, social: [] },
  ]) {
    expect(keepUsableSettings(before, read)).toEqual({ settings: read, kept: [] });
  }
  expect(keepUsableSettings(before, {}).settings).toEqual(before);
});

test('an unknown time zone is not used', () => {
  const { settings, faults } = normaliseSettings(builtIn, { site: { ...builtIn.site, timeZone: 'Iowa' } });
  expect(settings.site.timeZone).toBe(builtIn.site.timeZone);
  expect(faults).toHaveLength(1);
});

test('the last good value is kept and reported if the new one is missing or unusable', () => {
  const before = { agent, brokerage, priceRange: '$' };
  const { settings, kept } = keepUsableSettings(before, {
    agent: { ...agent, email: 'nobody' },
    priceRange: '$$',
  });
  expect(settings).toEqual({ agent, brokerage, priceRange: '$$' });
  expect(kept).toEqual([
    expect.stringMatching(
      /^Site settings › agent\.email: .*Correct it in WordPress; the last good value is shown/,
    ),
    expect.stringMatching(/^Site settings › brokerage: is not set any more\. Correct it in WordPress/),
  ]);
  expect(keepUsableSettings({}, { agent: { name: 'Nobody' } })).toEqual({
    settings: { agent: { name: 'Nobody' } },
    kept: [],
  });
});

test('pictures get URLs on our own origin; those that may not be shown are left out and reported', () => {
  const links = createLinkResolver(['https://cms.example'], {
    address: ({ url, width }) =>
      url.startsWith('https://cms.example/') ? { src: `/media/${url.slice(-8)}/${width}` } : null,
  });
  const given = (address: string) => ({
    ...builtIn,
    agent: { ...agent, portrait: address },
    brokerage: { ...brokerage, logo: address },
    seo: { ...builtIn.seo, shareImage: address },
  });
  const shown = (address: string) => {
    const { settings, faults } = settingsWithSameOriginPictures(given(address), links, builtIn);
    return { pictures: [settings.brokerage.logo, settings.agent.portrait, settings.seo.shareImage], faults };
  };
  const ofWordPress = {
    pictures: ['/media/logo.png/640', '/media/logo.png/320', '/media/logo.png/1280'],
    faults: [],
  };
  expect(shown('https://cms.example/wp-content/uploads/logo.png')).toEqual(ofWordPress);
  expect(shown('/wp-content/uploads/logo.png')).toEqual(ofWordPress);
  expect(shown('/brand/logo.svg')).toEqual({ pictures: Array(3).fill('/brand/logo.svg'), faults: [] });
  expect(shown('https://elsewhere.example/logo.png')).toEqual({
    pictures: ['', '', builtIn.seo.shareImage],
    faults: ['brokerage.logo', 'agent.portrait', 'seo.shareImage'].map((key) =>
      expect.stringContaining(`Site settings › ${key}: "https://elsewhere.example/logo.png" `),
    ),
  });
});

test('the time zone of WordPress takes precedence; a group without one has the built-in one', () => {
  const site = { name: 'Lake Homes', description: 'Homes by the water.' };
  const zoneOf = (raw: unknown, zone?: string) => normaliseSettings(builtIn, raw, zone);
  expect(zoneOf(null, 'Europe/Vienna').settings.site.timeZone).toBe('Europe/Vienna');
  expect(zoneOf({ site: { ...site, timeZone: 'Asia/Tokyo' } }, 'Europe/Vienna').settings.site).toEqual({
    ...site,
    timeZone: 'Europe/Vienna',
  });
  expect(zoneOf({ site: { ...site, timeZone: 'Asia/Tokyo' } }).settings.site.timeZone).toBe('Asia/Tokyo');
  expect(zoneOf({ site }, 'No/Zone')).toMatchObject({
    settings: { site: { ...site, timeZone: builtIn.site.timeZone } },
    faults: [],
  });
});
