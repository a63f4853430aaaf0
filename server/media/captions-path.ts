/**
 * Matches the path of a WebVTT file. It has its own module, so that the thread that sanitizes HTML loads no routes.
 */
export const CAPTIONS_PATH_PATTERN = /\.vtt$/i;
