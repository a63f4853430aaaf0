import styled from 'styled-components';
import { MAX_FORM_FIELD_CHARACTERS } from '../../src/contracts/forms/max-lengths.ts';
import { addressFirstForm, leadForm } from '../../src/contracts/forms/lead-form.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { AddressField } from '../../src/leads/address-field.tsx';
import { MissingAddressForm } from '../../src/leads/missing-address-form.tsx';
import { EmailField, NameFields, PhoneField } from '../../src/leads/contact-fields.tsx';
import { DeclaredFields } from '../../src/leads/declared-fields.tsx';
import { FieldPair, FieldStack, LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { MessageField } from '../../src/leads/message-field.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import { ChoiceField } from '../../src/ui/form/choice-field.tsx';
import type block from './block.ts';

const methods = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'E-mail' },
];

/** Shows only the field for the chosen contact method. CSS does this, so it works without JavaScript. */
const Methods = styled(FieldStack)`
  &:has([value='email']:checked) > [data-way='phone'],
  &:has([value='phone']:checked) > [data-way='email'] {
    display: none;
  }
`;

/**
 * A two-step form: first how to reach the visitor, then the details. With `home`, it also asks about the home and its
 * address. With `address_first`, it asks for the address in the first step.
 */
export default function LeadFormView({ home, address_first, source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(address_first ? addressFirstForm : leadForm, { source, tags });
  // Without the address, leave out the editor's reply text: it may promise a valuation, which needs the address.
  const missing = (home || address_first) && !form.values['address']?.trim();
  const card = missing ? { answer: undefined, missing: <MissingAddressForm form={form} /> } : {};
  return (
    <LeadFormFrame form={form} {...words} {...card}>
      {form.step === 1 ? (
        <StepForm key={`1-${form.round}`} form={form} step={1}>
          {(field, boxes) => {
            const method = field('contactMethod');
            return (
              <Methods>
                {address_first && <AddressField field={field} optional />}
                <ChoiceField
                  {...method}
                  defaultValue={method.defaultValue ?? 'phone'}
                  label="How should I contact you?"
                  options={methods}
                />
                <div data-way="phone">
                  <PhoneField field={field} boxes={boxes} enterKeyHint="go" />
                </div>
                <div data-way="email">
                  <EmailField field={field} enterKeyHint="go" />
                </div>
              </Methods>
            );
          }}
        </StepForm>
      ) : (
        <StepForm key="2" form={form} step={2}>
          {(field, boxes) => (
            <>
              <NameFields field={field} />
              {home && !address_first && <AddressField field={field} optional />}
              {home && (
                <FieldPair>
                  <DeclaredFields form={leadForm.id} field={field} toggle="home" />
                </FieldPair>
              )}
              <EmailField field={field} optional />
              {boxes && <PhoneField field={field} boxes={boxes} optional />}
              <DeclaredFields form={leadForm.id} field={field} />
              <MessageField
                field={field('message')}
                label="Message"
                most={MAX_FORM_FIELD_CHARACTERS.message}
              />
            </>
          )}
        </StepForm>
      )}
    </LeadFormFrame>
  );
}
