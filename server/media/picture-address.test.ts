import { describe, expect, it, test } from 'vitest';
import {
  negotiatePictureFormat,
  pictureKey,
  pictureAttributes,
  readPictureAddress,
} from './picture-address.ts';

const URL_OF_HERO = 'https://cms.example/wp-content/uploads/hero.jpg';
const key = pictureKey(URL_OF_HERO);
const widthsOf = (srcSet = '') => srcSet.split(', ').map((candidate) => candidate.split(' ')[1]);

describe('a key', () => {
  it('is short, and the same for the same file', () => {
    expect(key).toMatch(/^[\w-]{16}$/);
    expect(pictureKey(URL_OF_HERO)).toBe(key);
  });
  it('changes with the address and with the date of the file', () => {
    expect(pictureKey(`${URL_OF_HERO}?2`)).not.toBe(key);
    expect(pictureKey(URL_OF_HERO, '20261121024338')).not.toBe(key);
  });
});

describe('the sources of a picture', () => {
  it('go up to its own width, and no further', () => {
    expect(pictureAttributes(key, { width: 700, height: 350 })).toEqual({
      src: `/media/${key}/800`,
      srcSet: `/media/${key}/320 320w, /media/${key}/480 480w, /media/${key}/640 640w, /media/${key}/800 700w`,
      width: 700,
      height: 350,
    });
  });
  it('name each width once', () => {
    expect(widthsOf(pictureAttributes(key, { width: 640, height: 480 }).srcSet)).toEqual([
      '320w',
      '480w',
      '640w',
    ]);
  });
  it('end at the largest width of the list', () => {
    const own = pictureAttributes(key, { width: 4800, height: 3600 });
    expect(own).toMatchObject({ src: `/media/${key}/2400`, width: 2400, height: 1800 });
    expect(widthsOf(own.srcSet).at(-1)).toBe('2400w');
  });
  it('are a single URL for a picture that is smaller than all widths', () => {
    expect(pictureAttributes(key, { width: 90, height: 60 })).toEqual({
      src: `/media/${key}/320`,
      width: 90,
      height: 60,
    });
  });
  it('are a single URL for a picture of unknown size', () => {
    expect(pictureAttributes(key, null)).toEqual({ src: `/media/${key}/1280` });
  });
});

test.each([
  [`/media/${key}/640`, { key, width: 640, format: null }],
  [`/media/${key}/640.webp`, { key, width: 640, format: 'webp' }],
  [`/media/${key}/640.avif`, null],
  [`/media/${key}/641`, null],
  [`/media/${key}/0640`, null],
  [`/media/${key}/`, null],
  [`/media/${key}x/640`, null],
  [`/media/../640`, null],
  ['/scenes/hero.svg', null],
])('%s is read as %j', (address, read) => expect(readPictureAddress(address)).toEqual(read));

test.each([
  ['image/avif,image/webp,*/*;q=0.8', 640, 'avif'],
  ['image/avif,image/webp,*/*;q=0.8', 1600, 'webp'],
  ['image/webp,*/*', 640, 'webp'],
  ['image/avif;q=0, image/webp;q=0.5', 640, 'webp'],
  ['image/avif;q=0.9', 640, 'avif'],
  ['*/*', 640, 'plain'],
  [undefined, 640, 'plain'],
])('a client that accepts %s gets a picture of %i pixels as %s', (accept, width, format) => {
  expect(negotiatePictureFormat(accept, width)).toBe(format);
});
