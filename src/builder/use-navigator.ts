import { useMemo } from 'react';
import { createPath, useNavigate, type Navigator } from 'react-router-dom';

/** The application's way of moving on, for the router of a root beside it. */
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
