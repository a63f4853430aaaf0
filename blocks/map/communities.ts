/** Coordinates in degrees (WGS 84). */
export type Coordinates = readonly [latitude: number, longitude: number];

/** A community's location and approximate extent. */
export interface Community {
  /** The city hall, or the main intersection of a neighborhood. */
  at: Coordinates;
  /** The corners of a hand-drawn outline, smoothed for display. It does not follow the city limits. */
  area: readonly Coordinates[];
}

/** Communities by lowercase name. `at` is accurate to about a hundred yards. */
const communities: Readonly<Record<string, Community>> = {
  'west des moines': {
    at: [41.5772, -93.7113],
    area: [
      [41.6, -93.7],
      [41.585, -93.697],
      [41.56, -93.7],
      [41.535, -93.735],
      [41.525, -93.79],
      [41.53, -93.845],
      [41.565, -93.85],
      [41.588, -93.835],
      [41.6, -93.79],
      [41.602, -93.74],
    ],
  },
  ankeny: {
    at: [41.7318, -93.6001],
    area: [
      [41.775, -93.625],
      [41.775, -93.575],
      [41.745, -93.55],
      [41.7, -93.555],
      [41.68, -93.575],
      [41.68, -93.615],
      [41.7, -93.645],
      [41.745, -93.65],
    ],
  },
  beaverdale: {
    at: [41.6212, -93.6762],
    area: [
      [41.634, -93.688],
      [41.634, -93.668],
      [41.622, -93.661],
      [41.609, -93.665],
      [41.608, -93.686],
      [41.62, -93.692],
    ],
  },
  johnston: {
    at: [41.673, -93.6977],
    area: [
      [41.715, -93.745],
      [41.712, -93.695],
      [41.69, -93.67],
      [41.665, -93.665],
      [41.652, -93.69],
      [41.655, -93.745],
      [41.68, -93.765],
    ],
  },
  waukee: {
    at: [41.6117, -93.8852],
    area: [
      [41.64, -93.9],
      [41.64, -93.85],
      [41.615, -93.825],
      [41.585, -93.835],
      [41.57, -93.87],
      [41.58, -93.915],
      [41.61, -93.925],
    ],
  },
  'des moines': {
    at: [41.5868, -93.625],
    area: [
      [41.655, -93.63],
      [41.63, -93.57],
      [41.6, -93.52],
      [41.555, -93.53],
      [41.525, -93.58],
      [41.525, -93.64],
      [41.55, -93.69],
      [41.59, -93.695],
      [41.63, -93.66],
    ],
  },
};

/**
 * Finds a community by its name, ignoring case; "Greater Des Moines Area" means Des Moines. Returns undefined if the
 * community is unknown.
 */
export function communityOf(name: string): Community | undefined {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/^greater | area$/g, '');
  return Object.hasOwn(communities, key) ? communities[key] : undefined;
}

/** The lowercase names of all communities, for tests. */
export const communityNames = Object.keys(communities);

/** Smooths an outline by repeatedly cutting its corners (Chaikin), so that a few points look drawn by hand. */
export function smoothOutline(corners: readonly Coordinates[], rounds = 3): Coordinates[] {
  let outline = [...corners];
  for (let round = 0; round < rounds; round += 1) {
    outline = outline.flatMap((from, index) => {
      const to = outline[(index + 1) % outline.length] ?? from;
      return [between(from, to, 0.25), between(from, to, 0.75)];
    });
  }
  return outline;
}

function between(from: Coordinates, to: Coordinates, part: number): Coordinates {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}
