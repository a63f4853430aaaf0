/** Path of a WebVTT file. It is in a file of its own because the thread that sanitizes HTML needs no routes. */
export const CAPTIONS_PATH = /\.vtt$/i;
