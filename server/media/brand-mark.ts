import { logoColors } from '../../src/contracts/brand.ts';

/**
 * Returns the SVG paths of the logo, a door under a lintel, in a box of 32 by 32 units. `posts` are the SVG attributes
 * of the door posts and the floor: a color, or a class.
 */
export function drawLogo(posts: string): string {
  const { lintel, door, handle } = logoColors;
  return (
    `<path fill="${lintel}" d="M2 4h28v6H2z"/><path ${posts} d="M5 12h5v15H5zM22 12h5v15h-5zM2 28h28v2H2z"/>` +
    `<path fill="${door}" d="M12 12h8v15h-8z"/><path fill="${handle}" d="M17 19h2v3h-2z"/>`
  );
}
