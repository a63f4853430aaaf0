const files = import.meta.glob<string>('../../../../blocks/*/picture-*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The addresses of a small picture, for light and dark screens. */
export interface CardPicture {
  light: string;
  dark: string;
}

/** Returns the picture of a block, which `npm run pictures` stores in its folder; null for a block without one. */
export function blockPicture(block: string): CardPicture | null {
  const of = (look: string) => files[`../../../../blocks/${block}/picture-${look}.webp`];
  const light = of('light');
  return light === undefined ? null : { light, dark: of('dark') ?? light };
}
