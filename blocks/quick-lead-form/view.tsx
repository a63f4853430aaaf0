import { quickLeadForm } from '../../src/contracts/forms/quick-lead-form.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import {
  ContactField,
  EmailField,
  InquiryField,
  NameFields,
  PhoneField,
} from '../../src/leads/contact-fields.tsx';
import { DeclaredFields } from '../../src/leads/declared-fields.tsx';
import { LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import type block from './block.ts';

/** A short two-step form: first a single contact input, then name, contact details and inquiry. */
export default function QuickLeadFormView({ source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(quickLeadForm, { source, tags });
  return (
    <LeadFormFrame form={form} {...words}>
      {form.step === 1 ? (
        <StepForm key={`1-${form.round}`} form={form} step={1}>
          {(field, boxes) => (
            <ContactField
              field={field}
              boxes={boxes}
              hint="Whichever you answer more happily. Your name comes next."
            />
          )}
        </StepForm>
      ) : (
        <StepForm key="2" form={form} step={2}>
          {(field, boxes) => (
            <>
              <NameFields field={field} />
              <EmailField field={field} />
              {boxes && <PhoneField field={field} boxes={boxes} />}
              <InquiryField field={field} />
              <DeclaredFields form={quickLeadForm.id} field={field} />
            </>
          )}
        </StepForm>
      )}
    </LeadFormFrame>
  );
}
