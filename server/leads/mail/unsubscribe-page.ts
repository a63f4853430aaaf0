import type { SiteSettings } from '../../../src/content/site-settings.ts';
import { escapeHtml } from '../../content/html-document.ts';
import { cspHash } from '../../pages/content-security-policy.ts';

const css = `:root{color-scheme:light dark;--g:#fbf6ec;--s:#fffdf8;--i:#1f2d2a;--q:#4b5a55;--l:#ddd1bc;--a:#a63f22;--h:#84301a;--o:#fffaf2}
@media(prefers-color-scheme:dark){:root{--g:#131c1a;--s:#1b2724;--i:#f5ecdc;--q:#b8c3ba;--l:#35453f;--a:#f2946e;--h:#f7b294;--o:#25120a}}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.25rem;box-sizing:border-box;background:var(--g);color:var(--i);font:1.0625rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;width:100%;max-width:34rem;padding:clamp(1.5rem,6vw,2.75rem);background:var(--s);border:1px solid var(--l);border-radius:18px}
h1{font:600 clamp(1.75rem,1.3rem + 2vw,2.25rem)/1.15 Georgia,serif;margin:0 0 1rem;text-wrap:balance}p{margin:0 0 1.25rem}
b{overflow-wrap:anywhere}a{color:var(--a);font-weight:600;text-underline-offset:.2em}a:hover{color:var(--h)}
button{min-height:3rem;padding:.75rem 1.5rem;border:0;border-radius:10px;background:var(--a);color:var(--o);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--h)}:focus-visible{outline:3px solid var(--a);outline-offset:3px;border-radius:3px}
footer{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--l);color:var(--q);font-size:.9375rem}footer p{margin:0 0 .25rem}
@media(forced-colors:active){button{border:2px solid ButtonText}}`;

/** Where a visitor stands with the market report. */
export type UnsubscribeState =
  /** Asks; nothing was changed by coming here. */
  | { kind: 'ask'; email: string; token: string }
  /** Has left, now or before. */
  | { kind: 'left'; email: string; token: string }
  | { kind: 'back'; email: string; token: string }
  | { kind: 'bad-link' }
  /** The store failed: nothing was changed. */
  | { kind: 'failed' };

/** The policy the page is sent with: nothing runs, nothing is fetched, its forms go to this site. */
export const unsubscribePolicy = `default-src 'none'; style-src ${cspHash(css)}; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The page about a subscription. It works without script, shows the address masked, and depends on nothing else. */
export function unsubscribePage(state: UnsubscribeState, settings: SiteSettings): string {
  const { title, html } = content(state, settings);
  const { agent, brokerage, address } = settings;
  return (
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(`${title} | ${settings.site.name}`)}</title><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">` +
    `<link rel="icon" href="/favicon.svg"><style>${css}</style></head><body><main><h1>${escapeHtml(title)}</h1>${html}` +
    `<footer><p>${escapeHtml(`${agent.name}, ${brokerage.name}`)}</p><p>${escapeHtml(`${address.locality}, ${address.region}. Licensed in ${agent.licensedIn}. Equal Housing Opportunity.`)}</p>` +
    '<p><a href="/">Home page</a></p></footer></main></body></html>'
  );
}

function content(state: UnsubscribeState, { agent }: SiteSettings): { title: string; html: string } {
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
        html: `<p>It may have been cut short on its way. Open it once more from the e-mail, all of it. Or write or call, and ${escapeHtml(agent.name)} takes you off the list:</p>${contact(agent)}`,
      };
    case 'failed':
      return {
        title: 'That did not work just now',
        html: `<p>Nothing was changed. Please try again in a moment. Or write or call, and ${escapeHtml(agent.name)} takes care of it:</p>${contact(agent)}`,
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
