/** Where the interactive map's tiles come from: the policy of every page lets pictures of this origin in. */
export const tileOrigin = 'https://tile.openstreetmap.org';
