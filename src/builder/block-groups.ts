/** The groups in which editors find the blocks, in this order. */
export const blockGroups = [
  'Opening and closing',
  'Text and pictures',
  'Facts and figures',
  'People and proof',
  'Forms and contact',
  'Calculators',
  'Posts, pages and search',
] as const;
export type BlockGroup = (typeof blockGroups)[number];
