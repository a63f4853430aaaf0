import { Route, Routes } from 'react-router-dom';
import { PageRoute } from './site/page-route.tsx';

/** Every public path is a page of blocks; which one, the content says. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="*" element={<PageRoute />} />
    </Routes>
  );
}
