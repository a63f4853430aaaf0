/** The grounds a section can stand on, in the order editors see them. */
export const tones = ['paper', 'sand', 'surface', 'deep'] as const;

export type Tone = (typeof tones)[number];
