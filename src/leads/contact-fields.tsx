import type { ReactNode } from 'react';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { FieldPair } from './form-frame.tsx';
import type { FieldProps } from './use-step-fields.ts';

/** A single input for a phone number or an e-mail address. */
export function ContactField(field: FieldProps) {
  return (
    <TextField
      {...field}
      label="Phone number or e-mail"
      // Phones show digits one tap away on the e-mail keyboard, but no letters on the number pad.
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
    />
  );
}

const inquiries = [
  { value: 'buying', label: 'Buying a home' },
  { value: 'selling', label: 'Selling a home' },
  { value: 'both', label: 'Buying and selling' },
  { value: 'general', label: 'General question' },
];

interface Props {
  field: (name: string) => FieldProps;
  /** The consent boxes, shown beside the phone number. */
  boxes: ReactNode;
}

/** The fields for name, contact details and inquiry type, used by the contact form and step 2 of the short form. */
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
