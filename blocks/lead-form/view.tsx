import styled from 'styled-components';
import { leadForm, referralSources } from '../../src/leads/forms/lead-form.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { FieldPair, FieldStack, LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { FormThanks } from '../../src/leads/thank-you-card.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import type { FieldProps } from '../../src/leads/use-step-fields.ts';
import { ChoiceField } from '../../src/ui/choice-field.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { TextField } from '../../src/ui/text-field.tsx';
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

/** A two-step form: first how to reach the visitor, then the details. */
export default function LeadFormView(props: PropsOf<typeof block>) {
  const { tone, badge, title, desc, source, tags, thanks } = props;
  const form = useLeadForm(leadForm, { source, tags, thanks });
  return (
    <LeadFormFrame form={form} tone={tone} badge={badge} title={title} desc={desc}>
      {form.sent ? (
        <FormThanks form={form} labels={labels} />
      ) : form.step === 1 ? (
        <StepForm key={`1-${form.round}`} form={form} step={1}>
          {(field, boxes) => {
            const method = field('contactMethod');
            return (
              <Methods>
                <ChoiceField
                  {...method}
                  defaultValue={method.defaultValue ?? 'phone'}
                  label="How should I contact you?"
                  options={methods}
                />
                <FieldStack data-way="phone">
                  <PhoneField field={field} />
                  {boxes}
                </FieldStack>
                <FieldStack data-way="email">
                  <EmailField field={field} />
                </FieldStack>
              </Methods>
            );
          }}
        </StepForm>
      ) : (
        <StepForm key="2" form={form} step={2}>
          {(field, boxes) => (
            <>
              <FieldPair>
                <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
                <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
              </FieldPair>
              <EmailField field={field} optional />
              <PhoneField field={field} optional />
              {boxes}
              <SelectField
                {...field('source')}
                label="How did you hear about me?"
                optional
                empty="Choose one"
                options={referralSources.map((value) => ({ value, label: value }))}
              />
              <TextField {...field('message')} label="Message" optional multiline />
            </>
          )}
        </StepForm>
      )}
    </LeadFormFrame>
  );
}

const labels = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['source', 'How you heard of me'],
  ['message', 'Message'],
] as const;

interface ContactProps {
  field: (name: string) => FieldProps;
  optional?: boolean;
}

function PhoneField({ field, optional = false }: ContactProps) {
  return (
    <TextField
      {...field('phone')}
      label="Phone"
      optional={optional}
      {...(!optional && { enterKeyHint: 'go' })}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
  );
}

function EmailField({ field, optional = false }: ContactProps) {
  return (
    <TextField
      {...field('email')}
      label="E-mail"
      optional={optional}
      {...(!optional && { enterKeyHint: 'go' })}
      type="email"
      inputMode="email"
      autoComplete="email"
    />
  );
}
