import { expect, it } from 'vitest';
import builtIn from '../../../fixtures/site-settings.json' with { type: 'json' };
import {
  toDialNumber,
  settingSchemaAt,
  settingFaults,
  settingSchemas,
  settingValueAt,
  withDialNumbers,
  withTypedSetting,
  withSettingValue,
} from './settings-schema.ts';

const { sample: _sample, ...settings } = builtIn;

it('has every setting, with a title for each group and each of its fields', () => {
  expect(Object.keys(settingSchemas)).toEqual(expect.arrayContaining(Object.keys(settings)));
  for (const { properties = {} } of Object.values(settingSchemas)) {
    for (const field of Object.values(properties)) expect(field.title).toEqual(expect.any(String));
  }
});

it('reads and changes the value at a path', () => {
  const next = withSettingValue(settings, ['hours', 0, 'opens'], '07:30');
  expect(settingValueAt(next, ['hours', 0, 'opens'])).toBe('07:30');
  expect(settingValueAt(settings, ['hours', 0, 'opens'])).not.toBe('07:30');
  expect(settingValueAt(next, ['hours', 1])).toBe(settingValueAt(settings, ['hours', 1]));
  expect(settingValueAt(next, ['nothing', 'there'])).toBeUndefined();
  expect(settingSchemaAt(['hours', 0, 'opens'])).toMatchObject({ title: 'Opens', input: 'time' });
});

it('makes the number to dial of a US phone number', () => {
  expect(toDialNumber('(515) 555-0123')).toBe('+15155550123');
  expect(toDialNumber('1-515-555-0123')).toBe('+15155550123');
  expect(toDialNumber('+44 20 7946 0000')).toBe('');
  const typed = withSettingValue(
    withSettingValue(settings, ['agent', 'phone'], '515.555.0199'),
    ['agent', 'phoneDial'],
    '',
  );
  expect(settingValueAt(withDialNumbers(typed), ['agent', 'phoneDial'])).toBe('+15155550199');
  expect(withDialNumbers(settings)).toEqual(settings);
});

it('a number to dial follows the phone number that it was made of, key by key, and no other', () => {
  let typed: unknown = settings;
  const phone = String(settingValueAt(settings, ['agent', 'phone']));
  const keys = [...Array.from(phone, (_, index) => phone.slice(0, -1 - index)), '5', '515', '515 555 0199'];
  for (const each of keys) typed = withTypedSetting(typed, ['agent', 'phone'], each);
  expect(settingValueAt(typed, ['agent', 'phoneDial'])).toBe('+15155550199');
  const own = withTypedSetting(typed, ['agent', 'phoneDial'], '+15155550177');
  expect(
    settingValueAt(withTypedSetting(own, ['agent', 'phone'], '(515) 555-0123'), ['agent', 'phoneDial']),
  ).toBe('+15155550177');
});

it('says at the field what is wrong', () => {
  expect(settingFaults(settings)).toEqual(new Map());
  const typed = withSettingValue(
    withSettingValue(settings, ['agent', 'name'], ' '),
    ['agent', 'email'],
    'me',
  );
  expect(settingFaults(withSettingValue(typed, ['brokerage', 'url'], 'example'))).toEqual(
    new Map([
      ['agent.name', expect.any(String)],
      ['agent.email', expect.stringContaining('name@example.com')],
      ['brokerage.url', expect.stringContaining('https://')],
    ]),
  );
});
