import { createContext, useContext } from 'react';
import { PlacementKey } from '../builder/placement-key.ts';

/** What is said beside the form; the toast says the same. */
export interface FormNotice {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
}

/**
 * Where a form stands when its page was rendered as the answer to a post: it works without script, and the browser
 * goes on from here. Values are as typed, by field name; consent boxes are `on` where ticked.
 */
export interface FormState {
  /** 1: the first step. 2: the second. `sent`: all is received. */
  step: 1 | 2 | 'sent';
  session: string;
  contactId?: string;
  values: Readonly<Record<string, string>>;
  /** Field name → message. */
  errors: Readonly<Record<string, string>>;
  notice?: FormNotice;
}

/** The states of a page's forms by placement key; empty on pages that no form was posted to. */
export const FormStates = createContext<Readonly<Record<string, FormState>>>({});

/** The state this placement's form was posted to, if it was. */
export function usePostedState(): FormState | undefined {
  return useContext(FormStates)[useContext(PlacementKey)];
}
