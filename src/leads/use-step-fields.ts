import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type FieldValues, type Resolver } from 'react-hook-form';
import type { ControlProps } from '../ui/control.ts';
import { typedValues } from './typed-values.ts';
import type { LeadForm } from './use-lead-form.ts';

/** A step's schema: zod's are standard schemas. */
export type StepSchema = Parameters<typeof standardSchemaResolver<FieldValues, unknown, FieldValues>>[0];

/** When a field is looked at before it is sent; after the first sending at every change. */
export type StepMode = 'onChange' | 'onBlur' | 'onSubmit';

/** What a field's component takes besides its label. */
export interface FieldProps extends ControlProps {
  id: string;
  error: string | undefined;
  defaultValue: string | undefined;
}

/** The fields of one step, checked by its schema as the mode says. */
export function useStepFields(form: LeadForm, schema: StepSchema, mode: StepMode) {
  const check = standardSchemaResolver<FieldValues, unknown, FieldValues>(schema);
  // The document holds the values. Some of them no event told of: typed before the application came, or filled in
  // by a browser.
  const resolver: Resolver = (values, context, options) =>
    check(form.element.current ? typedValues(form.element.current) : values, context, options);
  const { register, handleSubmit, formState } = useForm({ mode, resolver });
  const { errors } = formState;

  const field = (name: string): FieldProps => {
    const { ref, onChange, onBlur } = register(name);
    const own = errors[name]?.message;
    return {
      id: `${form.id}-${name}`,
      name,
      ref,
      onChange,
      onBlur,
      error: typeof own === 'string' ? own : form.faults[name],
      defaultValue: form.values[name],
    };
  };
  return { field, onSubmit: handleSubmit(() => form.send()) };
}
