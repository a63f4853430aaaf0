import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { FormStates, type FormState } from '../leads/form-state.ts';

const none: Readonly<Record<string, FormState>> = {};

/**
 * Tells the forms of the first document where they stand, when it answers a post. Whoever leaves its page has left
 * that behind: coming back, the forms are new.
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
