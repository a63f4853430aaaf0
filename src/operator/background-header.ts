/** Borne by what an open screen asks while nobody touches it: the server does not take it for use of the session. */
export const BACKGROUND_HEADER = 'X-Background';
