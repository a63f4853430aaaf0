import type { ReactNode } from 'react';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { FieldPair } from './form-shell.tsx';
import type { FieldProps } from './use-step-fields.ts';

/** Names of the fields that `PersonFields` shows. */
export const personFields = ['firstName', 'lastName', 'email', 'phone', 'inquiryType'];

const inquiries = [
  { value: 'buying', label: 'Buying a home' },
  { value: 'selling', label: 'Selling a home' },
  { value: 'both', label: 'Buying and selling' },
  { value: 'general', label: 'General question' },
];

interface Props {
  field: (name: string) => FieldProps;
  /** The consent boxes; they belong to the phone number. */
  boxes: ReactNode;
}

/** Who it is, how to reach them, and what it is about: the contact form, and step 2 of the short form. */
export function PersonFields({ field, boxes }: Props) {
  const inquiry = field('inquiryType');
  return (
    <>
      <FieldPair>
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
      </FieldPair>
      <TextField {...field('email')} label="E-mail" type="email" inputMode="email" autoComplete="email" />
      <TextField {...field('phone')} label="Phone" type="tel" inputMode="tel" autoComplete="tel" />
      {boxes}
      <SelectField
        {...inquiry}
        defaultValue={inquiry.defaultValue ?? 'general'}
        label="What is it about?"
        options={inquiries}
      />
    </>
  );
}
