import { expect, test } from 'vitest';
import { siteTexts } from '../body/site-texts.ts';
import {
  testBlocks,
  testBuiltInContent,
  mirrorEntry,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { shownPictureUrls } from './shown-picture-urls.ts';

const FOLDER = 'https://cms.example/wp-content/uploads';
const media = mirrorEntry('media', { id: 81, source_url: `${FOLDER}/a.jpg` });

function shown(entries: MirrorEntry[], most = 5): string[] {
  const snapshot = snapshotOf([siteEntry(), ...entries]);
  const texts = siteTexts({ snapshot, builtIn: testBuiltInContent, blocks: testBlocks, homeLayout: null });
  return shownPictureUrls({ snapshot, texts }, (url) => url.startsWith(FOLDER), most);
}
const text = (rendered: string) => ({ content: { rendered }, acf: [] });

test.each([
  ['represents a page', wordPressEntry('page', 5, 'terms', { featured_media: 81 })],
  ['represents a post', wordPressEntry('post', 5, 'roofs', { featured_media: 81 })],
  [
    'is in the text of a post',
    wordPressEntry('post', 5, 'roofs', text(`<img class="x" src="${FOLDER}/a.jpg" alt="">`)),
  ],
  ['is in the text of a page', wordPressEntry('page', 5, 'terms', text(`<img src='${FOLDER}/a.jpg'>`))],
  [
    'is in a text by its path',
    wordPressEntry('page', 5, 'terms', text('<img src="/wp-content/uploads/a.jpg">')),
  ],
  ['is in a field by its id', wordPressEntry('page', 5, 'about', { acf: { hero_image: 81 } })],
  [
    'is in a field as an object',
    wordPressEntry('page', 5, 'about', { acf: { hero_image: { ID: 81, url: `${FOLDER}/a.jpg` } } }),
  ],
  ['is in a row of a field', wordPressEntry('page', 5, 'about', { acf: { team: [{ photo: 81 }] } })],
])('a picture that %s is requested', (_, page) => {
  expect(shown([media, page])).toEqual([`${FOLDER}/a.jpg`]);
});

test.each([
  ['a draft', wordPressEntry('page', 5, 'terms', { featured_media: 81, status: 'draft' })],
  [
    'a text that is not shown',
    wordPressEntry('page', 5, 'about', { content: { rendered: `<img src="${FOLDER}/a.jpg">` } }),
  ],
  ['another host', wordPressEntry('post', 5, 'roofs', text('<img src="https://cdn.example/a.jpg">'))],
])('a picture of %s is not', (_, page) => {
  expect(shown([media, page])).toEqual([]);
});

test('some of each kind are requested, each once', () => {
  const many = Array.from({ length: 9 }, (_, index) => `${FOLDER}/${index}.jpg`);
  const library = many.map((source_url, index) => mirrorEntry('media', { id: 90 + index, source_url }));
  const page = wordPressEntry('page', 5, 'about', { acf: { team: many.map((_, index) => 90 + index) } });
  const posts = [
    wordPressEntry('post', 6, 'a', {
      featured_media: 81,
      ...text(`<img src="${FOLDER}/in-text.jpg"><img src="${FOLDER}/a.jpg">`),
    }),
  ];
  expect(shown([media, ...library, page, ...posts])).toEqual([
    `${FOLDER}/0.jpg`,
    `${FOLDER}/a.jpg`,
    `${FOLDER}/in-text.jpg`,
    `${FOLDER}/1.jpg`,
    `${FOLDER}/2.jpg`,
  ]);
});
