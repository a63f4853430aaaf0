import type { Response } from 'express';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Content } from '../../content/content.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { messagePage } from './message-page.ts';

/** The content that the error page needs: the settings name the agent whom visitors can contact instead. */
export type ServerErrorContent = Pick<Content, 'settings'>;

/** Responds with the page for an error on our side. With status 503, clients should retry after 30 seconds. */
export function sendServerErrorPage(
  response: Response,
  status: 500 | 503,
  content: ServerErrorContent,
): void {
  const { html, policy } = serverErrorPage(agentUnlessSample(content));
  response.status(status).set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  if (status === 503) response.set('Retry-After', '30');
  response.type('html').send(html);
}

/** Returns the agent in the settings; null if they are unknown or still the sample, whose phone number is invented. */
export function agentUnlessSample(content: ServerErrorContent): SiteSettings['agent'] | null {
  const settings = content.settings();
  return settings && !settings.sample ? settings.agent : null;
}

/** Creates the page for an error on our side, with the agent's contact details unless `agent` is null. */
export function serverErrorPage(agent: Pick<SiteSettings['agent'], 'phone' | 'phoneDial' | 'email'> | null) {
  return messagePage(
    'Something went wrong on our side',
    'The page could not be made just now. The fault is noted. Please try again in a moment.',
    // An empty `href` reloads the requested URL.
    '<a href="">Try again</a> · <a href="/">Home page</a>',
    ...(agent
      ? [
          `Or call <a href="tel:${escapeHtml(agent.phoneDial)}">${escapeHtml(agent.phone)}</a>, or write to ` +
            `<a href="mailto:${escapeHtml(agent.email)}">${escapeHtml(agent.email)}</a>.`,
        ]
      : []),
  );
}
