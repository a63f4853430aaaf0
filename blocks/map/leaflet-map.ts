import { mapTileOrigin } from '../../src/contracts/map-tiles.ts';
import {
  divIcon,
  latLng,
  latLngBounds,
  map as createMap,
  marker,
  polygon,
  tileLayer,
  type Map,
} from 'leaflet';
import stylesheet from 'leaflet/dist/leaflet.css?url';
import type { LinkValue } from '../../src/builder/field.ts';
import { communityOf, smoothOutline, type Coordinates } from './communities.ts';

/**
 * A place set by an editor. `lat` and `lng` are in degrees. A place without them is only shown if its name is a known
 * community.
 */
export interface MapPlace {
  name: string;
  /** The side of the pin that shows the name. */
  side: 'below' | 'left' | 'right';
  link?: LinkValue;
  lat?: number;
  lng?: number;
}

/** The tiles of OpenStreetMap's own server. Its usage policy requires the attribution and a Referer header. */
const TILES = `${mapTileOrigin}/{z}/{x}/{y}.png`;
const ATTRIBUTION =
  '© <a href="https://www.openstreetmap.org/copyright" rel="noopener">OpenStreetMap</a> contributors';

/** Loads Leaflet's stylesheet from our own origin into the document of the map, once. Rejects if it fails to load. */
export function loadLeafletStyles(document: Document): Promise<void> {
  const known = document.querySelector<HTMLLinkElement>(`link[href="${stylesheet}"]`);
  // `sheet` is null until the stylesheet has loaded. Another map of the page may have requested it.
  if (known?.sheet) return Promise.resolve();
  const link =
    known ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', href: stylesheet });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('The stylesheet of the map did not arrive.'));
    });
    if (!known) document.head.append(link);
  });
}

/**
 * Draws the map with its places into an element, and zooms to show all places. Shows the area of each place whose name
 * is a known community. Calls `onTiles` with true when a tile loads, and with false when one fails before the first has
 * loaded.
 */
export function createLeafletMap(
  element: HTMLElement,
  places: readonly MapPlace[],
  onTiles: (arrive: boolean) => void,
): Map {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const drawn = createMap(element, {
    // Scrolling the page with the wheel must not zoom the map.
    scrollWheelZoom: false,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    markerZoomAnimation: !calm,
    // Small zoom steps let the areas fill a map of any size.
    zoomSnap: 0.25,
    minZoom: 9,
    maxZoom: 17,
  });
  drawn.attributionControl.setPrefix('<a href="https://leafletjs.com" rel="noopener">Leaflet</a>');

  // Leaflet handles Escape only while the map itself has the focus.
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') drawn.closePopup();
  });

  let arrived = false;
  tileLayer(TILES, { attribution: ATTRIBUTION, maxZoom: 19 })
    .on('tileload', () => {
      arrived = true;
      onTiles(true);
    })
    .on('tileerror', () => {
      if (!arrived) onTiles(false);
    })
    .addTo(drawn);

  const bounds = latLngBounds([]);
  for (const { name, side, link, lat, lng } of places) {
    const known = communityOf(name);
    const at: Coordinates | undefined = lat !== undefined && lng !== undefined ? [lat, lng] : known?.at;
    if (!at) continue;
    bounds.extend(latLng(at[0], at[1]));
    const pin = marker(latLng(at[0], at[1]), {
      icon: divIcon({
        className: `pin ${side}`,
        html: pinOf(name),
        iconSize: [44, 44],
        iconAnchor: [22, 36],
      }),
    });
    pin.bindPopup(popupOf(name, link), { autoPanPadding: [24, 24] }).addTo(drawn);
    // Move the focus into the pop-up when it opens, and back to the pin when it closes.
    pin.on('popupopen', ({ popup }) =>
      popup.getElement()?.querySelector('a')?.focus({ preventScroll: true }),
    );
    pin.on('popupclose', () => pin.getElement()?.focus({ preventScroll: true }));
    if (!known) continue;
    const area = polygon(
      smoothOutline(known.area).map(([latitude, longitude]) => latLng(latitude, longitude)),
      { className: 'area', weight: 2, fillOpacity: 0.14 },
    );
    area.on('click', () => pin.openPopup()).addTo(drawn);
    bounds.extend(area.getBounds());
  }
  // Leave more room on the right for the names.
  if (bounds.isValid()) {
    drawn.fitBounds(bounds, { paddingTopLeft: [16, 16], paddingBottomRight: [44, 16], animate: false });
  } else drawn.setView([41.6, -93.69], 11);
  return drawn;
}

function pinOf(name: string): HTMLElement {
  return Object.assign(document.createElement('span'), { textContent: name });
}

function popupOf(name: string, link: LinkValue | undefined): HTMLElement {
  const words = document.createElement('div');
  words.append(Object.assign(document.createElement('strong'), { textContent: name }));
  if (link) {
    const text = `Read about ${name}`;
    words.append(Object.assign(document.createElement('a'), { href: link.href, textContent: text }));
  }
  return words;
}
