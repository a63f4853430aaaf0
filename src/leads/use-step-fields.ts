import { useEffect, useState } from 'react';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { ControlProps } from '../ui/control.ts';
import type { FormValues } from './payload.ts';
import { formErrors } from './form-errors.ts';
import { createStepControl, type StepMode } from './step-control.ts';
import { typedValues } from './typed-values.ts';
import type { LeadForm } from './use-lead-form.ts';

/** A step's schema, as far as it matters here. */
export interface StepSchema {
  safeParse: (values: FormValues) => {
    error?: { issues: Parameters<typeof formErrors>[0] } | undefined;
  };
}

/** What a field's component takes besides its label. */
export interface FieldProps extends ControlProps {
  id: string;
  error: string | undefined;
  defaultValue: string | undefined;
}

/** The fields of one step, checked by its schema as the mode says. */
export function useStepFields(form: LeadForm, schema: StepSchema, mode: StepMode) {
  const { element } = form;
  // Without the library's own hook, which follows much more of a form than its errors: a kilobyte for each visitor.
  const [control] = useState(() => createStepControl(mode, resolverOf(schema, element)));
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(
    () =>
      control.subscribe({
        formState: { errors: true },
        callback: (state) => setErrors({ ...state.errors }),
      }),
    [control],
  );
  const { register, handleSubmit, trigger } = control;

  const field = (name: string): FieldProps => {
    const { ref, onChange, onBlur } = register(name);
    const own = errors[name]?.message;
    return {
      id: `${form.id}-${name}`,
      name,
      ref,
      // What was wrong is looked at again at once: were it right only when the field is left, the page would move
      // under the press on the button.
      onChange: async (event) => {
        await onChange(event);
        if (own !== undefined) await trigger(name);
      },
      onBlur,
      error: typeof own === 'string' ? own : form.faults[name],
      defaultValue: form.values[name],
    };
  };
  return { field, onSubmit: handleSubmit(() => form.send()) };
}

function resolverOf(schema: StepSchema, element: LeadForm['element']): Resolver {
  return () => {
    // The document holds the values. Of some no event told: typed before the application came, or filled in by a
    // browser.
    const { error } = schema.safeParse(element.current ? typedValues(element.current) : {});
    const errors = Object.entries(formErrors(error?.issues ?? [])).map(([name, message]) => [
      name,
      { type: 'wrong', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
