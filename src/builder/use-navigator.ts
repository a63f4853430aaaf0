import { useMemo } from 'react';
import { createPath, useNavigate, type Navigator } from 'react-router-dom';

/** Returns the application's navigator, for a router in another React root. */
export function useNavigator(): Navigator {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => void navigate(delta),
      push: (to, state) => void navigate(to, { state }),
      replace: (to, state) => void navigate(to, { state, replace: true }),
    }),
    [navigate],
  );
}
