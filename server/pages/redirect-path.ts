/** Longer paths are no page's. */
export const LONGEST_PATH = 300;

/**
 * A path as the redirect table has it, so that each spelling finds it: decoded, one slash at a time and none at the
 * end, in lower case. Null for what is no path of a page.
 */
export function redirectPath(path: string): string | null {
  if (!path.startsWith('/') || !path.isWellFormed()) return null;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const plain = decoded(segment);
    // A slash, a backslash or a control character within a name could be read in two ways.
    if (plain === null || plain === '.' || plain === '..' || HIDDEN.test(plain)) return null;
    segments.push(plain);
  }
  const plain = `/${segments.join('/')}`;
  return plain.length > LONGEST_PATH ? null : plain;
}

/** The path of the table as a header or a link has it. */
export function writtenPath(plain: string): string {
  return plain.split('/').map(encodeURIComponent).join('/');
}

const HIDDEN = /[/\\?#\p{Cc}]/u;

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment).normalize('NFC').toLowerCase();
  } catch {
    return null;
  }
}
