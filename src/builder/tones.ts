/** The section backgrounds, in the order shown to editors. */
export const tones = ['paper', 'sand', 'surface', 'deep'] as const;

export type Tone = (typeof tones)[number];
