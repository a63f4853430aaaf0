type Kind = 'localStorage' | 'sessionStorage';

/** Returns the result of a task that uses browser storage; undefined if it throws, for example if storage is full. */
export function tryStorage<T>(task: () => T): T | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

/** Reads a stored JSON value; returns undefined if it is missing or invalid, or if storage is blocked. */
export function readStoredJson(kind: Kind, key: string): unknown {
  return tryStorage((): unknown => JSON.parse(window[kind].getItem(key) ?? 'null') ?? undefined);
}

/** Returns the properties of a stored value, or an empty object if the value is not an object. */
export function propertiesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Stores a value as JSON; returns false if storage is blocked or full. */
export function storeJson(kind: Kind, key: string, value: unknown): boolean {
  return (
    tryStorage(() => {
      window[kind].setItem(key, JSON.stringify(value));
      return true;
    }) ?? false
  );
}
