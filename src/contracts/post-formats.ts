/** WordPress's post formats, except `standard`. */
export const postFormats = [
  'aside',
  'audio',
  'chat',
  'gallery',
  'image',
  'link',
  'quote',
  'status',
  'video',
] as const;
export type PostFormat = (typeof postFormats)[number];
