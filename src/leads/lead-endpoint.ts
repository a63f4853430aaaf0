/** Where leads go on our own server, and where they go behind a hosting provider's functions. */
const OWN = '/api/ghl/contact';
const HOSTED = '/.netlify/functions/ghl-webhook';

const hasOwnServer = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\]|(.+\.)?replit\.dev)$/i;

/**
 * The path that leads are posted to: the one a setting names, else by the page's host name, as the specification of
 * the public site says. The server answers both alike.
 */
export function leadEndpoint(hostname: string, override?: string | null): string {
  return override || (hasOwnServer.test(hostname) ? OWN : HOSTED);
}
