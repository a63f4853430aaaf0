import { closestMatch } from 'leven';
import { environmentSchema, secretSettingNames } from './config.ts';
import { fileSettingName } from './secret-files.ts';

/** A variable of the environment that has no effect, and the setting that was probably meant. */
interface MisspeltSetting {
  name: string;
  meant: string;
}

/** Prefixes by which build tools expose settings to the browser. Only some of our settings have one (`VITE_`). */
const PREFIX = /^(VITE|NEXT_PUBLIC|REACT_APP)_/;
/** Maximum number of wrong letters: one for each four letters of a setting's name, and at most two. */
const FAULT_LETTERS = 4;
const MAX_FAULTS = 2;

const spelling = (name: string) => name.toUpperCase().replace(PREFIX, '').replaceAll('_', '');

/** Returns the variables that differ from a setting by a few letters, or by a prefix such as `VITE_`. */
export function misspeltSettings(environment: Readonly<Record<string, unknown>>): MisspeltSetting[] {
  const settings = [...Object.keys(environmentSchema.shape), ...secretSettingNames.map(fileSettingName)];
  const known = new Map(settings.map((name) => [spelling(name), name]));
  return Object.keys(environment).flatMap((name) => {
    if (settings.includes(name)) return [];
    const match = closestMatch(spelling(name), [...known.keys()], { maxDistance: MAX_FAULTS });
    const meant = match === undefined ? undefined : known.get(match);
    if (match === undefined || meant === undefined) return [];
    const isNear =
      closestMatch(spelling(name), [match], { maxDistance: Math.floor(match.length / FAULT_LETTERS) }) ===
      match;
    return isNear ? [{ name, meant }] : [];
  });
}
