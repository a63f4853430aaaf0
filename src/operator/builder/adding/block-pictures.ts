const files = import.meta.glob<string>('../../../../blocks/*/picture-*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The URLs of a preview picture, for light and dark color schemes. */
export interface BlockPictureUrls {
  light: string;
  dark: string;
}

/**
 * Returns the preview picture of a block, or null if the block has none. `npm run pictures` stores it in the block's
 * folder.
 */
export function blockPictureUrls(block: string): BlockPictureUrls | null {
  const of = (look: string) => files[`../../../../blocks/${block}/picture-${look}.webp`];
  const light = of('light');
  return light === undefined ? null : { light, dark: of('dark') ?? light };
}
