/* The values that the page bar shares with the loader and the server. Apart from the calls, whose zod it does not need. */

/**
 * The cookie that marks a browser in which somebody has signed in. Scripts can read it, so that public pages load the
 * page bar only there. It grants nothing: the session has a cookie of its own.
 */
export const EDITOR_COOKIE = 'lintel_editor';

/** Where the bar asks about its page; see `pageCalls.bar`. */
export const PAGE_BAR_API = '/api/admin/pages/bar';
