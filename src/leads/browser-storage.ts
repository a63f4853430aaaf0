type Kind = 'localStorage' | 'sessionStorage';

/** What a task on the browser's storage answers; undefined where storing is not allowed, or there is no room. */
export function tryStorage<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

/** What a browser has stored as JSON under a key; undefined where there is nothing, or storing is not allowed. */
export function readStored(kind: Kind, key: string): unknown {
  return tryStorage((): unknown => JSON.parse(window[kind].getItem(key) ?? 'null') ?? undefined);
}

/** The properties of what was read; none where it is no object. */
export function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Stores a value as JSON; false where storing is not allowed, or there is no room. */
export function store(kind: Kind, key: string, value: unknown): boolean {
  return (
    tryStorage(() => {
      window[kind].setItem(key, JSON.stringify(value));
      return true;
    }) ?? false
  );
}
