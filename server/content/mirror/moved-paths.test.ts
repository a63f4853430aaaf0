import { expect, test } from 'vitest';
import { contentsOf, type MirrorEntry } from '../values/mirror-contents.ts';
import { site, written } from '../testing/test-content.ts';
import { movedPaths } from './moved-paths.ts';

const moved: MirrorEntry = { kind: 'moved', id: '/team', data: { kind: 'page', id: 12 }, version: 1 };
const crew = written('page', 12, 'crew');
const at = (home: string) => site({ home });
const changes = (before: MirrorEntry[], after: MirrorEntry[]) =>
  movedPaths(contentsOf(before), contentsOf(after), []);

test('another WordPress site ends all redirects; an address that was not known before does not', () => {
  const now = [crew, moved, at('https://cms.example')];
  expect(changes([crew, moved, at('https://old.example')], now)).toEqual({ put: [], remove: [moved] });
  expect(changes([crew, moved], now)).toEqual({ put: [], remove: [] });
});
