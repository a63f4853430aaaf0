/** Parses a URL; returns null if it is invalid. Safari 16 and other browsers that we support lack `URL.canParse`. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
