/** The widths at which pictures are served, in pixels. */
export const PICTURE_WIDTHS = [320, 480, 640, 800, 1024, 1280, 1600, 2000, 2400] as const;
/** The largest of these widths. */
export const MAX_WIDTH = 2400;
/** The width in pixels that is served while the size of the original is unknown. */
export const USUAL_WIDTH = 1280;
/** Maximum width in pixels for AVIF. Larger pictures take seconds of CPU time to encode. */
export const MAX_AVIF_WIDTH = 1280;

/** Returns the smallest served width that is at least this many pixels, or the largest served width. */
export function servedWidth(pixels: number): number {
  return PICTURE_WIDTHS.find((each) => each >= pixels) ?? MAX_WIDTH;
}

/** Parses the width in a picture URL; null if pictures are not served at that width. */
export function parsePictureWidth(given: string): number | null {
  return PICTURE_WIDTHS.find((each) => String(each) === given) ?? null;
}
