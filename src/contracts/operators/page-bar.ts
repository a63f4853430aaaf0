/* Constants of the page bar, its loader and the server. Importing them from `page-calls.ts` would load zod. */

/**
 * The cookie that marks a browser in which somebody has signed in. Scripts can read it, so that public pages load the
 * page bar only there. It grants nothing: the session has a cookie of its own.
 */
export const EDITOR_COOKIE = 'lintel_editor';

/** The path from which the bar fetches the data of its page; see `pageCalls.bar`. */
export const PAGE_BAR_DATA_PATH = '/api/admin/pages/bar';
