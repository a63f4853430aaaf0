/** The origin of the interactive map's tiles. The Content-Security-Policy of every page allows images from it. */
export const mapTileOrigin = 'https://tile.openstreetmap.org';
