/** The icons that editors can choose from. Kept apart from the drawings, so that the server needs no JSX. */
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
  'sofa',
  'tree',
  'search',
  'people',
] as const;

export type IconName = (typeof iconNames)[number];
