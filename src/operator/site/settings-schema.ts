import { z } from 'zod';
import { editableSiteSettings } from '../../contracts/operators/site-settings-calls.ts';

/** A part of the JSON Schema of the settings, with the metadata that `siteSettingsSchema` adds. */
export interface SettingSchema {
  type: 'object' | 'array' | 'string' | 'number';
  title?: string;
  description?: string;
  examples?: readonly string[];
  /** The error message for an invalid value. */
  fault?: string;
  /** The kind of input, such as `weekdays`. If absent, it follows from `type`, `enum` and `format`. */
  input?: string;
  format?: string;
  enum?: readonly string[];
  /** The labels of the values in `enum`. */
  choices?: Readonly<Record<string, string>>;
  /** For a dial number, the name of the phone number from which it is derived. */
  dials?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, SettingSchema>>;
  items?: SettingSchema;
}

/** A path in the settings, such as `['agent', 'phone']`. */
export type SettingPath = readonly (string | number)[];

/** The schemas of all settings by name, in the order of the form. */
export const settingSchemas: Readonly<Record<string, SettingSchema>> = Object(
  z.toJSONSchema(editableSiteSettings).properties,
);

/** Returns the schema of the setting at a path, or undefined if there is none. */
export function settingSchemaAt(path: SettingPath): SettingSchema | undefined {
  let schema: SettingSchema | undefined = { type: 'object', properties: settingSchemas };
  for (const part of path) schema = typeof part === 'number' ? schema?.items : schema?.properties?.[part];
  return schema;
}

/** Returns the value at a path, or undefined if there is none. */
export function settingValueAt(settings: unknown, path: SettingPath): unknown {
  return path.reduce(
    (value: unknown, part) => (value == null ? undefined : Reflect.get(Object(value), part)),
    settings,
  );
}

/** Returns a copy of the settings with a new value at a path. */
export function withSettingValue(settings: unknown, [part, ...rest]: SettingPath, value: unknown): unknown {
  if (part === undefined) return value;
  const before: unknown = Reflect.get(Object(settings), part);
  const next = withSettingValue(before, rest, value);
  if (!Array.isArray(settings)) return { ...Object(settings), [part]: next };
  return settings.map((each: unknown, index) => (index === part ? next : each));
}

/**
 * Returns the settings with a newly typed value. If a dial number was derived from the previous phone number, it is
 * derived again, so that no link calls the old number.
 */
export function withTypedSetting(settings: unknown, path: SettingPath, value: unknown): unknown {
  let next = withSettingValue(settings, path, value);
  const [group = '', typed] = path;
  for (const [name, { dials }] of Object.entries(settingSchemas[group]?.properties ?? {})) {
    if (dials === undefined || dials !== typed) continue;
    const isMade = settingValueAt(settings, [group, name]) === toDialNumber(settingValueAt(settings, path));
    if (isMade) next = withSettingValue(next, [group, name], toDialNumber(value));
  }
  return next;
}

/** Returns a US phone number in E.164 format, such as `+15125550100`; an empty string for anything else. */
export function toDialNumber(phone: unknown): string {
  if (typeof phone !== 'string') return '';
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `+1${digits}` : '';
}

/** Returns the settings with empty dial numbers filled in from their phone numbers. */
export function withDialNumbers(settings: unknown): unknown {
  let next = settings;
  for (const [group, { properties }] of Object.entries(settingSchemas)) {
    for (const [name, { dials }] of Object.entries(properties ?? {})) {
      if (dials === undefined || settingValueAt(next, [group, name])) continue;
      next = withSettingValue(next, [group, name], toDialNumber(settingValueAt(next, [group, dials])));
    }
  }
  return next;
}

/** Returns the settings without the profiles whose URL was cleared. */
export function withoutEmptyProfiles(settings: unknown): unknown {
  let next = settings;
  for (const [name, { input }] of Object.entries(settingSchemas)) {
    const profiles = settingValueAt(settings, [name]);
    if (input !== 'profiles' || !Array.isArray(profiles)) continue;
    next = withSettingValue(
      next,
      [name],
      profiles.filter((profile: unknown) => settingValueAt(profile, ['url']) !== ''),
    );
  }
  return next;
}

/** Validates the typed settings. Returns the error messages by path, with the parts joined by dots. */
export function settingFaults(settings: unknown): ReadonlyMap<string, string> {
  const { error } = editableSiteSettings.safeParse(settings);
  return new Map(
    (error?.issues ?? []).map(({ path }) => {
      const names = path.filter((part) => typeof part !== 'symbol');
      const schema = settingSchemaAt(names);
      const isMissing = !settingValueAt(settings, names);
      const fault = schema?.fault ?? (isMissing ? 'Fill this in.' : formatFault(schema));
      return [names.join('.'), fault];
    }),
  );
}

function formatFault(schema: SettingSchema | undefined): string {
  if (schema?.format === 'email') return 'This is no e-mail address. Write it like name@example.com.';
  if (schema?.format === 'uri') return 'This is no address. Write it like https://www.example.com.';
  return 'This value cannot be used.';
}
