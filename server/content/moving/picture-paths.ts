import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** Matches a path in a text, such as the `src` of an `<img>`, but not the path of a URL with a host. */
const PATH = /(?<![\p{L}\p{N}_%./:-])\/(?:[\p{L}\p{N}_%-]+[./]+)*[\p{L}\p{N}_%-]+/gu;

/** Returns the paths in all texts of a value, including rows and groups. Not all of them are pictures. */
export function pathsInTexts(value: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    for (const [path] of text.matchAll(PATH)) found.add(path);
    return text;
  });
  return found;
}

/** Replaces the paths of pictures in a text with their URLs in WordPress. `urls` has the URLs by path. */
export function withPictureUrls(text: string, urls: ReadonlyMap<string, string>): string {
  return text.replaceAll(PATH, (path) => urls.get(path) ?? path);
}

/** Returns a value in which `map` has replaced each text, including those in rows and groups. */
export function mapTexts(value: JsonObject, map: (text: string) => string): Record<string, unknown>;
export function mapTexts(value: unknown, map: (text: string) => string): unknown;
export function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]));
}
