/** What a visitor of a page is probably after. */
export type Intent = 'selling' | 'buying' | 'research' | 'consultation' | 'general';

const places: readonly [RegExp, Intent][] = [
  [/^\/sell/, 'selling'],
  [/^\/buy/, 'buying'],
  [/^\/(neighborhoods$|service-areas$|blog)/, 'research'],
  [/^\/(contact|lead-form-demo$|about$)/, 'consultation'],
];

/** The intent that a page's path tells of. */
export function intentOf(path: string): Intent {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  return places.find(([place]) => place.test(plain))?.[1] ?? 'general';
}
