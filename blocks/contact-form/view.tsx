import type { PropsOf } from '../../src/builder/block.ts';
import { contactDetails } from '../../src/leads/contact-form-schema.ts';
import type { FormPlan } from '../../src/leads/form-plan.ts';
import { contactFormRequests } from '../../src/leads/contact-form-requests.ts';
import { contactFormWords } from '../../src/leads/contact-form-words.ts';
import { LeadFormFrame } from '../../src/leads/lead-form-frame.tsx';
import { PersonFields, personFields } from '../../src/leads/person-fields.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import type block from './block.ts';

const plan: FormPlan = { id: 'contact-form', words: contactFormWords, requests: contactFormRequests };

/** Name, how to reach the visitor, and what it is about. */
export default function ContactFormView({ tone, badge, title, desc, source, tags }: PropsOf<typeof block>) {
  const form = useLeadForm(plan, { source, tags });
  return (
    <LeadFormFrame form={form} tone={tone} badge={badge} title={title} desc={desc}>
      <StepForm
        key={form.round}
        form={form}
        step={1}
        schema={contactDetails}
        mode="onSubmit"
        fields={personFields}
        consent
      >
        {(field, boxes) => <PersonFields field={field} boxes={boxes} />}
      </StepForm>
    </LeadFormFrame>
  );
}
