import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { trackPageView } from '../leads/analytics.ts';

/** Counts the pages a visitor moves on to within the application; the first one the loader has counted. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  const counted = useRef(pathname);
  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    trackPageView(pathname);
  }, [pathname]);
}
