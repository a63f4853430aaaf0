import { createContext, useContext } from 'react';
import { PlacementKeyContext } from '../builder/placement-context.ts';
import type { PostedFormState } from '../contracts/leads/form-state.ts';

/** The states of a page's forms by placement key; empty unless the page is the response to a form post. */
export const FormStatesContext = createContext<Readonly<Record<string, PostedFormState>>>({});

/** Returns the posted state of this placement's form, if there is one. */
export function usePostedFormState(): PostedFormState | undefined {
  return useContext(FormStatesContext)[useContext(PlacementKeyContext)];
}
