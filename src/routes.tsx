import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { PageRoute } from './site/page-route.tsx';

// Only for development; the build removes it.
const ContentScreen = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./dev/content-screen.tsx')).ContentScreen }))
  : null;

/** The application's routes. Every public path is a page of blocks, which the content defines. */
export function AppRoutes() {
  const pages = <Route path="*" element={<PageRoute />} />;
  if (!ContentScreen) return <Routes>{pages}</Routes>;
  return (
    <Routes>
      <Route
        path="/dev/content"
        element={
          <Suspense fallback={<p role="status">Loading…</p>}>
            <ContentScreen />
          </Suspense>
        }
      />
      {pages}
    </Routes>
  );
}
