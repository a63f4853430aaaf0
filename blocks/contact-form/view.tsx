import { contactForm } from '../../src/leads/forms/contact-form.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { PersonFields } from '../../src/leads/contact-fields.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import type block from './block.ts';

/** A one-step form for the visitor's name, contact details and type of inquiry. */
export default function ContactFormView({ tone, badge, title, desc, source, tags }: PropsOf<typeof block>) {
  const form = useLeadForm(contactForm, { source, tags });
  return (
    <LeadFormFrame form={form} tone={tone} badge={badge} title={title} desc={desc}>
      <StepForm key={form.round} form={form} step={1}>
        {(field, boxes) => <PersonFields field={field} boxes={boxes} />}
      </StepForm>
    </LeadFormFrame>
  );
}
