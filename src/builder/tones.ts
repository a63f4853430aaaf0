/** The light section backgrounds with their labels, in the order shown to editors. */
export const lightTones = { paper: 'Warm paper', sand: 'Sand', surface: 'Bright' } as const;

/** All section backgrounds. */
export const tones = { ...lightTones, deep: 'Dark green' } as const;

export type Tone = keyof typeof tones;
