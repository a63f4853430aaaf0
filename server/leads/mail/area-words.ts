/** The area of a market report in words; null where it is not one of those there are. */
export function areaWords(area: string | null): string | null {
  return (area !== null && WORDS.get(area)) || null;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['west-des-moines', 'West Des Moines'],
  ['ankeny', 'Ankeny'],
  ['beaverdale', 'Beaverdale'],
  ['all', 'all areas'],
]);
