/** Returns a function that makes a value on its first call and returns the same value afterwards. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
