import { tag, trackPageView } from './analytics.ts';
import { pageBefore } from './page-before.ts';
import { asksForPrivacy } from './privacy-signal.ts';

const TAG = 'https://www.googletagmanager.com/gtag/js';

/**
 * Switches statistics on: counts the first page, and brings Google's tag when the page has `calm`ed. Does nothing
 * where the visitor's browser objects.
 */
export function startAnalytics(measurementId: string, calm: (task: () => void) => void): void {
  if (asksForPrivacy()) return;
  window.dataLayer = [];
  tag('js', new Date());
  tag('set', { page_referrer: pageBefore().address ?? '' });
  tag('config', measurementId, {
    send_page_view: false,
    // Statistics only: nothing of it is for advertising.
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  trackPageView(location.pathname);
  calm(() => {
    const src = `${TAG}?id=${encodeURIComponent(measurementId)}`;
    document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
  });
}
