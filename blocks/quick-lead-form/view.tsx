import type { PropsOf } from '../../src/builder/block.ts';
import { PersonFields, personFields } from '../../src/leads/person-fields.tsx';
import { contactDetails } from '../../src/leads/contact-form-schema.ts';
import { ContactField } from '../../src/leads/contact-field.tsx';
import type { FormPlan } from '../../src/leads/form-plan.ts';
import { quickLeadFormRequests } from '../../src/leads/quick-lead-form-requests.ts';
import { quickLeadFormWords } from '../../src/leads/quick-lead-form-words.ts';
import { LeadFormFrame } from '../../src/leads/lead-form-frame.tsx';
import { contactStep } from '../../src/leads/quick-lead-form-schema.ts';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import type block from './block.ts';

const plan: FormPlan = { id: 'quick-lead-form', words: quickLeadFormWords, requests: quickLeadFormRequests };

/** The shortest way to get in touch: one input first, then who it is. */
export default function QuickLeadFormView({ source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(plan, { source, tags });
  return (
    <LeadFormFrame form={form} {...words}>
      {form.step === 1 ? (
        <StepForm
          key={`1-${form.round}`}
          form={form}
          step={1}
          schema={contactStep}
          mode="onSubmit"
          fields={['contact']}
          consent
        >
          {(field, boxes) => (
            <>
              <ContactField {...field('contact')} />
              {boxes}
            </>
          )}
        </StepForm>
      ) : (
        <StepForm
          key="2"
          form={form}
          step={2}
          schema={contactDetails}
          mode="onSubmit"
          fields={personFields}
          consent
        >
          {(field, boxes) => <PersonFields field={field} boxes={boxes} />}
        </StepForm>
      )}
    </LeadFormFrame>
  );
}
