import { z } from 'zod';
import {
  HIGHLEVEL_WEBHOOK_PUBLIC_KEY,
  HIGHLEVEL_LEGACY_WEBHOOK_PUBLIC_KEY,
  readPublicKeys,
} from '../security/webhook-keys.ts';

/* The kinds of settings, each read from the text of an environment variable. */

/** A text setting; null if it is absent or empty. */
export const textSetting = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || null);
/** Marks a setting as secret: it can also be read from a file, which `<name>_FILE` names. */
export const asSecret = <Schema extends z.ZodType>(schema: Schema) => schema.meta({ secret: true });
/** Whether a setting was marked by `asSecret`. */
export const isSecretSetting = (schema: z.ZodType) => schema.meta()?.['secret'] === true;
/** A setting that is on only if its value is `true`. */
export const flagSetting = textSetting.transform((value) => value === 'true');
/** A text that matches a pattern; null if it is absent or empty. */
export const patternSetting = (pattern: RegExp, error: string) =>
  textSetting.refine((value) => value === null || pattern.test(value), error);
/** A number that `allowed` accepts; `byDefault` if the setting is absent or empty. */
export const numberSetting = (byDefault: number, allowed: z.ZodType<number>, error: string) =>
  textSetting
    .transform((value) => Number(value ?? byDefault))
    .refine((value) => allowed.safeParse(value).success, error);
/** One of several words; null if it is absent or empty. */
export const choiceSetting = <const Choices extends readonly string[]>(choices: Choices, error: string) =>
  textSetting.pipe(z.enum(choices, error).nullable());
/** A list of texts. If the setting is absent or empty, `byDefault` is split in the same way. */
export const listSetting = (separator: RegExp, byDefault = '') =>
  textSetting.transform((value): readonly string[] => (value ?? byDefault).split(separator).filter(Boolean));
/** An http or https URL; null if it is absent or empty. */
export const urlSetting = textSetting.refine(
  (value) => value === null || (/^https?:\/\//.test(value) && URL.canParse(value)),
  'must start with http:// or https:// and name a host',
);
/** The base URL of an API, without a trailing slash. */
export const apiBaseSetting = (byDefault: string) =>
  urlSetting.transform((value) => (value ?? byDefault).replace(/\/+$/, ''));

/** Public keys that verify webhooks; the CRM's own by default. */
export const webhookPublicKeysSetting = textSetting.transform((value, { issues }) => {
  try {
    return readPublicKeys(value ?? `${HIGHLEVEL_WEBHOOK_PUBLIC_KEY}${HIGHLEVEL_LEGACY_WEBHOOK_PUBLIC_KEY}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'is no key';
    issues.push({ code: 'custom', input: value, message });
    return z.NEVER;
  }
});

/**
 * The origin of an http or https URL; null if it is absent or empty. A URL with a path is refused, because links that
 * start with a slash would omit the path.
 */
export const siteOriginSetting = urlSetting
  .refine(isRootOfHost, 'must be an address without a path, like https://www.example.com')
  .transform((value) => value && new URL(value).origin);

/** Returns whether a URL is only an origin. True for invalid URLs, which `urlSetting` refuses. */
function isRootOfHost(value: string | null): boolean {
  const read = value === null ? null : URL.parse(value);
  return read === null || (/^\/*$/.test(read.pathname) && read.search + read.hash + read.username === '');
}

/** The URL of a service, which may contain a user name and a password; null if it is absent or empty. */
export const serviceUrlSetting = (pattern: RegExp, error: string) =>
  patternSetting(pattern, error).refine(isReadableUrl, ENCODE);

const ENCODE =
  'cannot be read as a URL. In user and password, write special characters percent-encoded: %23 for #, %2F for /, %25 for %';

/**
 * Returns whether a URL with user and password is readable. A plain `#`, `/` or `%` in the password mostly makes it
 * unreadable.
 */
function isReadableUrl(value: string | null): boolean {
  if (value === null) return true;
  const read = URL.parse(value);
  if (read === null) return false;
  try {
    for (const part of [read.username, read.password, read.pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
