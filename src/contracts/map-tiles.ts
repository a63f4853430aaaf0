/** The origin of the interactive map's tiles. `content-security-policy.ts` allows images from it. */
export const mapTileOrigin = 'https://tile.openstreetmap.org';
