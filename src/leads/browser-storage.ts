type Kind = 'localStorage' | 'sessionStorage';

/** What a browser has stored as JSON under a key; undefined where there is nothing, or storing is not allowed. */
export function readStored(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(window[kind].getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The properties of what was read; none where it is no object. */
export function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Stores a value as JSON; false where storing is not allowed, or there is no room. */
export function store(kind: Kind, key: string, value: unknown): boolean {
  try {
    window[kind].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
