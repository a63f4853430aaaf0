import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { FormStates } from '../leads/form-state.ts';
import type { FormState } from '../contracts/form-state.ts';

const none: Readonly<Record<string, FormState>> = {};

/**
 * Provides the state of the forms when the first document is the response to a form post. Once the visitor leaves
 * that page, the state is discarded: when they come back, the forms are empty.
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
