import { expect, test } from 'vitest';
import { chooseProvider, type ProviderSettings } from './choose-provider.ts';

const none: ProviderSettings = { apiUrl: false, username: false, applicationPassword: false };
const all: ProviderSettings = { apiUrl: true, username: true, applicationPassword: true };

test.each<[string, ProviderSettings, 'wordpress' | 'mock']>([
  ['all three', all, 'wordpress'],
  ['all three and the mock flag', { ...all, mockFlag: 'true' }, 'wordpress'],
  ['the URL only', { ...none, apiUrl: true }, 'wordpress'],
  ['the URL and the mock flag', { ...none, apiUrl: true, mockFlag: 'true' }, 'mock'],
  ['the URL and another mock flag', { ...none, apiUrl: true, mockFlag: '1' }, 'wordpress'],
  ['nothing', none, 'mock'],
  ['the mock flag only', { ...none, mockFlag: 'true' }, 'mock'],
  ['another mock flag only', { ...none, mockFlag: 'false' }, 'mock'],
])('%s', (_, settings, choice) => {
  expect(chooseProvider(settings)).toBe(choice);
});

test('credentials by halves, or without URL, are a fault', () => {
  expect(() => chooseProvider({ ...all, applicationPassword: false })).toThrow(
    'WordPress application password is missing. Set both, or neither.',
  );
  expect(() => chooseProvider({ ...all, username: false })).toThrow(
    'WordPress user name is missing. Set both, or neither.',
  );
  expect(() => chooseProvider({ ...all, apiUrl: false })).toThrow(
    'WordPress API URL is missing while credentials are set.',
  );
});
