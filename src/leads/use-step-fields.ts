import { useState } from 'react';
import { createFormControl, useFormState, type Resolver } from 'react-hook-form';
import type { ControlProps } from '../ui/form/control.ts';
import { formErrors } from '../contracts/forms/field-schemas.ts';
import type { FormStep, StepSchema } from '../contracts/forms/form-definition.ts';
import { readFormValues } from './form-values.ts';
import type { LeadForm } from './use-lead-form.ts';

/**
 * The props of a field component, except its label. They include no ref: react-hook-form writes its own values to the
 * controls that it knows, and would undo what was chosen before hydration.
 */
export interface FieldProps extends Omit<ControlProps, 'ref'> {
  id: string;
  error: string | undefined;
  defaultValue: string | undefined;
}

/**
 * Provides the fields of one step, validated by its schema, and its submit handler. Pass `options` to `useForm` in a
 * component that renders nothing: `useForm` renders its component again after hydration, which is slow for a whole
 * form.
 */
export function useStepFields(form: LeadForm, { schema, mode }: FormStep) {
  const { element } = form;
  const [options] = useState(() => {
    const own = { mode, resolver: resolverOf(schema, element) };
    return { ...own, formControl: createFormControl<Record<string, string>>(own) };
  });
  const { control, register, handleSubmit, trigger } = options.formControl;
  const { errors } = useFormState({ control });

  const field = (name: string): FieldProps => {
    const { onChange, onBlur } = register(name);
    const own = errors[name]?.message;
    return {
      id: `${form.id}-${name}`,
      name,
      // Validate all fields with errors on every change, because a change to one can make another valid. If an error
      // disappeared on blur instead, the layout would shift while the visitor presses the button.
      onChange: async (event) => {
        await onChange(event);
        const wrong = Object.keys(errors);
        if (wrong.length > 0) await trigger(wrong);
      },
      onBlur,
      error: typeof own === 'string' ? own : form.faults[name],
      defaultValue: form.values[name],
    };
  };
  const onSubmit = handleSubmit(
    () => form.send(),
    (wrong) => {
      const controls = [...(element.current?.elements ?? [])];
      const first = controls.find((control) => (control.getAttribute('name') ?? '') in wrong);
      if (first instanceof HTMLElement) first.focus();
    },
  );
  return { field, options, onSubmit };
}

function resolverOf(schema: StepSchema, element: LeadForm['element']): Resolver {
  return () => {
    // Read the values from the DOM, because the form received no events for text that was typed before hydration, and
    // may receive none for text that the browser fills in.
    const { error } = schema.safeParse(element.current ? readFormValues(element.current) : {});
    const errors = Object.entries(formErrors(error?.issues ?? [])).map(([name, message]) => [
      name,
      { type: 'wrong', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
