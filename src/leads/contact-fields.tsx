import type { ReactNode } from 'react';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { PhoneWithConsent } from './consent-boxes.tsx';
import { inquiryChoices } from '../contracts/leads/inquiry-types.ts';
import { FieldPair } from './form-frame.tsx';
import type { FieldProps } from './use-step-fields.ts';

export type GetFieldProps = (name: string) => FieldProps;

interface ContactProps {
  field: GetFieldProps;
  /** The consent boxes, shown once the visitor types a phone number. */
  boxes: ReactNode;
}

/** A single input for a phone number or an e-mail address. */
export function ContactField({ field, boxes, hint }: ContactProps & { hint: string }) {
  return (
    <PhoneWithConsent>
      <TextField
        {...field('contact')}
        label="Phone number or e-mail"
        hint={hint}
        // On phones, the e-mail keyboard has digits one tap away, while the number pad has no letters.
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        placeholder=" "
        // Matches text without "@" that starts like a phone number or contains three digits; CSS then shows the boxes.
        pattern={String.raw`(?:[+\(\d]|[^@]*\d[^@]*\d[^@]*\d)[^@]*`}
      />
      {boxes}
    </PhoneWithConsent>
  );
}

/** Inputs for the first and last name, side by side on wide screens. */
export function NameFields({ field }: { field: GetFieldProps }) {
  return (
    <FieldPair>
      <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
      <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
    </FieldPair>
  );
}

/** The props of the e-mail and phone inputs that differ between forms. */
interface Need {
  optional?: boolean;
  /** Names another field that may be filled in instead. */
  or?: string;
  enterKeyHint?: 'go';
}

/** An input for an e-mail address, announced as required unless `optional` or `or` is set. */
export function EmailField({ field, ...need }: Need & { field: GetFieldProps }) {
  return (
    <TextField
      {...field('email')}
      {...need}
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="email"
    />
  );
}

/** An input for a phone number with its consent boxes, announced as required unless `optional` or `or` is set. */
export function PhoneField({ field, boxes, ...need }: Need & ContactProps) {
  return (
    <PhoneWithConsent>
      <TextField
        {...field('phone')}
        {...need}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder=" "
      />
      {boxes}
    </PhoneWithConsent>
  );
}

/** A select for the type of inquiry; `general` by default. */
export function InquiryField({ field }: { field: GetFieldProps }) {
  const inquiry = field('inquiryType');
  return (
    <SelectField
      {...inquiry}
      defaultValue={inquiry.defaultValue ?? 'general'}
      label="What is it about?"
      options={inquiryChoices}
    />
  );
}
