/** WordPress's formats of posts, without the standard one. */
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
