import type { Response } from 'express';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Content } from '../../content/content.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { messagePage } from './message-page.ts';

/** What the page needs to know: whom a visitor can call instead. */
export type OutageContent = Pick<Content, 'settings'>;

/** Responds with the page for an error on our side. With status 503, clients should retry after 30 seconds. */
export function sendOutage(response: Response, status: 500 | 503, content: OutageContent): void {
  const { html, policy } = outagePage(knownAgent(content));
  response.status(status).set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  if (status === 503) response.set('Retry-After', '30');
  response.type('html').send(html);
}

/** The agent of the settings; null while they are unknown or still the sample, whose number reaches nobody. */
export function knownAgent(content: OutageContent): SiteSettings['agent'] | null {
  const settings = content.settings();
  return settings && !settings.sample ? settings.agent : null;
}

/** The page for an error on our side. */
export function outagePage(agent: Pick<SiteSettings['agent'], 'phone' | 'phoneDial' | 'email'> | null) {
  return messagePage(
    'Something went wrong on our side',
    'The page could not be made just now. The fault is noted. Please try again in a moment.',
    // An empty address is the one that was asked for.
    '<a href="">Try again</a> · <a href="/">Home page</a>',
    ...(agent
      ? [
          `Or call <a href="tel:${escapeHtml(agent.phoneDial)}">${escapeHtml(agent.phone)}</a>, or write to ` +
            `<a href="mailto:${escapeHtml(agent.email)}">${escapeHtml(agent.email)}</a>.`,
        ]
      : []),
  );
}
