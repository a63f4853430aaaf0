import { createFormControl, type Resolver, type UseFormReturn } from 'react-hook-form';

/** When a field is looked at before it is sent; after the first sending at every change. */
export type StepMode = 'onChange' | 'onBlur' | 'onSubmit';

/**
 * A control of react-hook-form, validating by the resolver. It is asked for here only, and by this type: in the
 * browser's build nothing else is left of it (`server/pages/trim-form-library.ts`).
 */
export function createStepControl(
  mode: StepMode,
  resolver: Resolver,
): Pick<UseFormReturn, 'register' | 'handleSubmit' | 'trigger' | 'subscribe'> {
  return createFormControl({ mode, resolver });
}
