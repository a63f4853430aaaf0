import express, { type Response, Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import {
  darkColors,
  lightColors,
  radii,
  systemFonts,
  typeScale,
  type ColorName,
} from '../../../src/contracts/brand.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Database } from '../../database/schema/schema.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { changeSubscription, isSubscribed } from '../../leads/store/subscriptions.ts';
import { UNSUBSCRIBE_PATH, readUnsubscribeToken } from '../../leads/mail/unsubscribe-link.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { cspHash } from '../render/content-security-policy.ts';

/** Maximum size of a post. Our form and a mail provider's one-click post are only a few bytes long. */
const MAX_BODY_BYTES = 2 * 1024;

interface Options {
  query: Kysely<Database>;
  secrets: readonly string[];
  /** Null while the settings have never been read from WordPress. The page then shows no agent. */
  settings: () => SiteSettings | null;
  log: Logger;
  now?: () => number;
}

/**
 * Serves the unsubscribe page. A GET changes nothing, because mail scanners follow links. The page's button
 * unsubscribes or subscribes again, and a mail client's one-click post unsubscribes (RFC 8058). The signed token is
 * the only authorization.
 */
export function createUnsubscribeRoutes({ query, secrets, settings, log, now = Date.now }: Options): Router {
  const router = Router();
  function answer(response: Response, status: number, state: UnsubscribeState): void {
    response.status(status).set({
      'Content-Security-Policy': unsubscribePolicy,
      'Cache-Control': 'no-store',
      // The URL of this page contains a token.
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
    response.type('html').send(unsubscribePage(state, settings()));
  }

  router.get(UNSUBSCRIBE_PATH, async (request, response) => {
    const holder = readHolder(request.query['t'], secrets);
    if (holder === null) return answer(response, 404, { kind: 'bad-link' });
    try {
      const kind = (await isSubscribed(query, holder.address)) ? 'ask' : 'left';
      return answer(response, 200, { kind, ...holder.shown });
    } catch (error) {
      const requestId = requestIdOf(request, response);
      log.error({ event: 'subscription-not-read', requestId, err: error });
      return answer(response, 503, { kind: 'failed' });
    }
  });

  // A mail provider may post multipart/form-data, which is not parsed. A post without a readable action unsubscribes.
  const readForm = limitedBodyParser(express.urlencoded, {
    extended: false,
    limit: MAX_BODY_BYTES,
    parameterLimit: 8,
  });
  router.post(UNSUBSCRIBE_PATH, readForm, async (request, response) => {
    const holder = readHolder(request.query['t'], secrets);
    if (holder === null) return answer(response, 404, { kind: 'bad-link' });
    const body: unknown = request.body;
    const subscribed =
      typeof body === 'object' && body !== null && 'action' in body && body.action === 'subscribe';
    const requestId = requestIdOf(request, response);
    try {
      await changeSubscription(query, { email: holder.address, subscribed, requestId, now: now() });
    } catch (error) {
      log.error({ event: 'subscription-not-changed', requestId, err: error });
      return answer(response, 503, { kind: 'failed' });
    }
    log.info({ event: subscribed ? 'subscribed-again' : 'unsubscribed', requestId });
    return answer(response, 200, { kind: subscribed ? 'back' : 'left', ...holder.shown });
  });
  return router;
}

function readHolder(token: unknown, secrets: readonly string[]) {
  const address = typeof token === 'string' ? readUnsubscribeToken(token, secrets) : null;
  return typeof token === 'string' && address !== null
    ? { address, shown: { email: maskEmail(address), token } }
    : null;
}

/** Returns the page's CSS custom properties. The page's background is `paper`, and the card on it is `surface`. */
const properties = (colors: Record<ColorName, string>) =>
  `--g:${colors.paper};--s:${colors.surface};--i:${colors.ink};--q:${colors.inkSoft};--l:${colors.line};--a:${colors.accent};--h:${colors.accentStrong};--o:${colors.onAccent}`;
const css = `:root{color-scheme:light dark;${properties(lightColors)}}
@media(prefers-color-scheme:dark){:root{${properties(darkColors)}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.25rem;box-sizing:border-box;background:var(--g);color:var(--i);font:${typeScale.body}/1.6 ${systemFonts.body}}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:clamp(1.5rem,6vw,2.75rem);background:var(--s);border:1px solid var(--l);border-radius:${radii.l}}
h1{font:600 clamp(1.75rem,1.3rem + 2vw,2.25rem)/1.15 ${systemFonts.display};margin:0 0 1rem;text-wrap:balance}p{margin:0 0 1.25rem}
b{overflow-wrap:anywhere}a{color:var(--a);font-weight:600;text-underline-offset:.2em}a:hover{color:var(--h)}
button{min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:${radii.m};background:var(--a);color:var(--o);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--h)}:focus-visible{outline:3px solid var(--a);outline-offset:3px;border-radius:3px}
footer{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--l);color:var(--q);font-size:${typeScale.small}}footer p{margin:0 0 .25rem}
@media(forced-colors:active){button{border:2px solid ButtonText}}`;

type UnsubscribeState =
  /** Asks for confirmation; opening the page changes nothing. */
  | { kind: 'ask'; email: string; token: string }
  /** Unsubscribed, now or earlier. */
  | { kind: 'left'; email: string; token: string }
  | { kind: 'back'; email: string; token: string }
  | { kind: 'bad-link' }
  /** The database failed, so nothing was changed. */
  | { kind: 'failed' };

/** The page's Content-Security-Policy: no scripts, images only from this site, and forms only to this site. */
const unsubscribePolicy = `default-src 'none'; style-src ${cspHash(css)}; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Renders the page about a subscription. It needs no JavaScript and no stylesheet file. `state.email` is masked. */
function unsubscribePage(state: UnsubscribeState, settings: SiteSettings | null): string {
  const { title, html } = content(state, settings?.agent ?? null);
  return (
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(settings ? `${title} | ${settings.site.name}` : title)}</title><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">` +
    `<link rel="icon" href="/favicon.svg"><style>${css}</style></head><body><main><h1>${escapeHtml(title)}</h1>${html}` +
    `<footer>${settings ? identity(settings) : ''}<p><a href="/">Home page</a></p></footer></main></body></html>`
  );
}

function identity({ agent, brokerage, address }: SiteSettings): string {
  return `<p>${escapeHtml(`${agent.name}, ${brokerage.name}`)}</p><p>${escapeHtml(`${address.locality}, ${address.region}. Licensed in ${agent.licensedIn}. Equal Housing Opportunity.`)}</p>`;
}

function content(
  state: UnsubscribeState,
  agent: SiteSettings['agent'] | null,
): { title: string; html: string } {
  switch (state.kind) {
    case 'ask':
      return {
        title: 'Leave the market report?',
        html: `<p>The market report goes to ${bold(state.email)}. Press the button, and it stops.</p>${form(state.token, 'unsubscribe', 'Unsubscribe')}`,
      };
    case 'left':
      return {
        title: 'You are unsubscribed',
        html: `<p>${bold(state.email)} gets no more market reports.</p><p>Left by mistake?</p>${form(state.token, 'subscribe', 'Subscribe again')}`,
      };
    case 'back':
      return {
        title: 'You are subscribed again',
        html: `<p>The market report goes to ${bold(state.email)} again.</p>${form(state.token, 'unsubscribe', 'Unsubscribe')}`,
      };
    case 'bad-link':
      return {
        title: 'This link does not work',
        html: `<p>It may have been cut short on its way. Open it once more from the e-mail, all of it.${agent ? ` Or write or call, and ${escapeHtml(agent.name)} takes you off the list:</p>${contact(agent)}` : '</p>'}`,
      };
    case 'failed':
      return {
        title: 'That did not work just now',
        html: `<p>Nothing was changed. Please try again in a moment.${agent ? ` Or write or call, and ${escapeHtml(agent.name)} takes care of it:</p>${contact(agent)}` : '</p>'}`,
      };
    default:
      return state satisfies never;
  }
}

function bold(email: string): string {
  return `<b>${escapeHtml(email)}</b>`;
}

function form(token: string, action: 'subscribe' | 'unsubscribe', label: string): string {
  return (
    `<form method="post" action="/unsubscribe?t=${encodeURIComponent(token)}"><input type="hidden" name="action" value="${action}">` +
    `<button>${label}</button></form>`
  );
}

function contact({ email, phone, phoneDial }: SiteSettings['agent']): string {
  return `<p><a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a><br><a href="tel:${escapeHtml(phoneDial)}">${escapeHtml(phone)}</a></p>`;
}

/** Masks an email address so that only its owner recognizes it: `s•••@e•••.com`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  return `${first(email.slice(0, at))}@${first(domain.slice(0, dot))}${domain.slice(dot)}`;
}

/** Keeps the first character, followed by a fixed number of dots so that the length is hidden too. */
function first(part: string): string {
  return `${Array.from(part)[0] ?? ''}•••`;
}
