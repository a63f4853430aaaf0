import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { trackPageView } from '../leads/analytics.ts';

/** Tracks page views after client-side navigations. The loader has already tracked the first page. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const counted = useRef(pathname);
  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    trackPageView(pathname);
  }, [pathname]);
}
