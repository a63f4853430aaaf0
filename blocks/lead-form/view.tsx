import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { FieldPair, FieldStack } from '../../src/leads/form-shell.tsx';
import { FormThanks } from '../../src/leads/form-thanks.tsx';
import type { FormPlan } from '../../src/leads/form-plan.ts';
import { leadFormRequests } from '../../src/leads/lead-form-requests.ts';
import { leadFormWords } from '../../src/leads/lead-form-words.ts';
import { LeadFormFrame } from '../../src/leads/lead-form-frame.tsx';
import { leadDetails, methodStep, referralSources } from '../../src/leads/lead-form-schema.ts';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import type { FieldProps } from '../../src/leads/use-step-fields.ts';
import { ChoiceField } from '../../src/ui/choice-field.tsx';
import { SelectField } from '../../src/ui/select-field.tsx';
import { TextField } from '../../src/ui/text-field.tsx';
import type block from './block.ts';

const plan: FormPlan = { id: 'lead-form', words: leadFormWords, requests: leadFormRequests };

const methods = [
  { value: 'phone', label: 'Phone' },
  { value: 'email', label: 'E-mail' },
];

/** Shows the field of the chosen way; the choice is the document's, so that it works without script. */
const Ways = styled(FieldStack)`
  &:has([value='email']:checked) > [data-way='phone'],
  &:has([value='phone']:checked) > [data-way='email'] {
    display: none;
  }
`;

/** Asks how to reach a visitor, then for the details. */
export default function LeadFormView(props: PropsOf<typeof block>) {
  const { tone, badge, title, desc, source, tags, thanks } = props;
  const form = useLeadForm(plan, { source, tags, thanks });
  return (
    <LeadFormFrame form={form} tone={tone} badge={badge} title={title} desc={desc}>
      {form.sent ? (
        <FormThanks form={form} labels={labels} />
      ) : form.step === 1 ? (
        <StepForm
          key={`1-${form.round}`}
          form={form}
          step={1}
          schema={methodStep}
          mode="onChange"
          fields={['contactMethod', 'phone', 'email']}
          consent
        >
          {(field, boxes) => {
            const method = field('contactMethod');
            return (
              <Ways>
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
              </Ways>
            );
          }}
        </StepForm>
      ) : (
        <StepForm
          key="2"
          form={form}
          step={2}
          schema={leadDetails}
          mode="onBlur"
          fields={['firstName', 'lastName', 'email', 'phone', 'source', 'message']}
          consent
        >
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
