import type { MirrorChanges, MirrorContents } from './mirror-contents.ts';
import { CATEGORIES, MOST, readNewestId, TAGS, type Collection } from './read-collection.ts';
import { isObject } from '../values/raw-value.ts';
import {
  isRefused,
  NOTHING,
  putSite,
  readCoreItems,
  readFrontPage,
  readParts,
  readRoot,
  type Part,
  type PartReading,
} from './read-parts.ts';

/** The steps to check in turn if the plugin does not report changes: one per poll, with one request. */
export const ROTATION = [
  'state',
  'media',
  'settings',
  'site',
  'primary',
  'footer',
  'category',
  'tag',
  'author',
  'front page',
  'places',
] as const;
export type RotationStep = (typeof ROTATION)[number];

/** Checks one step and returns its changes. Sends more requests only after a change. Throws a `ContentFault`. */
export async function readNextInRotation(
  reading: PartReading,
  known: MirrorContents,
  turn: Exclude<RotationStep, 'state' | 'media'>,
): Promise<MirrorChanges> {
  const { client } = reading;
  switch (turn) {
    case 'site':
      return putSite(known, await readRoot(client));
    case 'front page': {
      const before = known.entries('site').get('site');
      const front = before && (await readFrontPage(client));
      return front ? putSite(known, { ...before.data, ...front }) : NOTHING;
    }
    case 'places':
      return readPlaces(reading, known);
    case 'primary':
    case 'footer':
      return readItems(reading, known, turn);
    case 'category':
      return readTerms(reading, known, CATEGORIES, turn);
    case 'tag':
      return readTerms(reading, known, TAGS, turn);
    case 'settings':
    case 'author':
      return readParts(reading, known, [turn], null);
  }
}

/** Reads all terms. If they need more than one request, first checks whether terms were added or removed. */
async function readTerms(
  reading: PartReading,
  known: MirrorContents,
  collection: Collection,
  part: 'category' | 'tag',
): Promise<MirrorChanges> {
  const before = [...known.entries(part).keys()].map(Number);
  if (before.length > MOST) {
    const { newestId, total } = await readNewestId(reading, collection);
    if (total === before.length && newestId === Math.max(...before)) return NOTHING;
  }
  return readParts(reading, known, [part], null);
}

/** Reads a menu again, from the same route as before. */
async function readItems(
  reading: PartReading,
  known: MirrorContents,
  location: 'primary' | 'footer',
): Promise<MirrorChanges> {
  const { client } = reading;
  const before = known.entries('menu').get(location)?.data;
  try {
    if (before?.source === 'core') {
      const items = await readCoreItems(reading, Number(before.ID), before);
      return { put: [{ kind: 'menu', id: location, data: { ...before, items } }], remove: [] };
    }
    const menu = await client.get(`/menus/v1/locations/${location}`, {});
    return isObject(menu) ? { put: [{ kind: 'menu', id: location, data: menu }], remove: [] } : NOTHING;
  } catch (error) {
    // The `places` step and the next full pass find the reason.
    if (isRefused(error)) return NOTHING;
    throw error;
  }
}

/** Reads the menus of locations to which, according to core, a different menu is now assigned. */
async function readPlaces(reading: PartReading, known: MirrorContents): Promise<MirrorChanges> {
  const { client } = reading;
  if (!client.signedIn) return NOTHING;
  const menus = await client
    .get('/wp/v2/menus', { per_page: 100, _fields: 'id,locations' })
    .catch((error) => {
      if (isRefused(error)) return null;
      throw error;
    });
  if (!Array.isArray(menus)) return NOTHING;
  const changed = (['primary', 'footer'] as const).filter((place: Part) => {
    const assigned = menus
      .filter(isObject)
      .find(({ locations }) => Array.isArray(locations) && locations.includes(place));
    const before = known.entries('menu').get(place)?.data;
    // The menus route needs no comparison, because it always returns the menu that is assigned now.
    return before?.source === 'core' ? assigned?.id !== before.ID : !before && assigned !== undefined;
  });
  return readParts(reading, known, changed, null);
}
