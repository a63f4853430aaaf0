import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { FormStates } from '../leads/form-state.ts';
import type { FormState } from '../contracts/leads/form-state.ts';

const none: Readonly<Record<string, FormState>> = {};

/**
 * Provides the states of forms if the first document is the response to a form post. The states are discarded when the
 * visitor leaves the page, so its forms are empty on return.
 */
export function PostedForms({
  states = none,
  children,
}: {
  states: typeof none | undefined;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [left, setLeft] = useState(false);
  if (!left && pathname !== first) setLeft(true);
  return <FormStates value={left ? none : states}>{children}</FormStates>;
}
