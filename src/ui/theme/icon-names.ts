/**
 * The icons that editors can choose from. Their names are separate from the drawings, so that the server can import
 * them without JSX.
 */
export const iconNames = [
  'home',
  'key',
  'sign',
  'chart',
  'clock',
  'shield',
  'handshake',
  'map',
  'heart',
  'book',
  'document',
  'calculator',
  'camera',
  'star',
  'phone',
  'mail',
  'check',
  'menu',
  'close',
  'external',
  'arrow',
  'sofa',
  'tree',
  'search',
  'people',
] as const;

/** The name of an icon that editors can choose and `Icon` can draw. */
export type IconName = (typeof iconNames)[number];
