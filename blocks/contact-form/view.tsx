import { contactForm } from '../../src/contracts/forms/contact-form.ts';
import { MAX_FORM_FIELD_CHARACTERS } from '../../src/contracts/forms/max-lengths.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { EmailField, InquiryField, NameFields, PhoneField } from '../../src/leads/contact-fields.tsx';
import { DeclaredFields } from '../../src/leads/declared-fields.tsx';
import { MessageField } from '../../src/leads/message-field.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import { SelectField } from '../../src/ui/form/select-field.tsx';
import type block from './block.ts';

/** A one-step form for the visitor's name, contact details, topic and message. */
export default function ContactFormView({ topics, source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(contactForm, { source, tags });
  const own = 'rows' in topics ? topics.rows : [];
  return (
    <LeadFormFrame form={form} {...words}>
      <StepForm key={form.round} form={form} step={1}>
        {(field, boxes) => (
          <>
            <NameFields field={field} />
            <EmailField field={field} or="phone" />
            <PhoneField field={field} boxes={boxes} or="e-mail" />
            {own.length > 0 ? (
              <SelectField
                {...field('inquiryType')}
                label="What is it about?"
                optional
                empty="Choose a topic"
                options={own.map(({ label, type }) => ({ value: `${type}: ${label}`, label }))}
              />
            ) : (
              <InquiryField field={field} />
            )}
            <DeclaredFields form={contactForm.id} field={field} />
            <MessageField
              field={field('message')}
              label="Message"
              most={MAX_FORM_FIELD_CHARACTERS.contactMessage}
            />
          </>
        )}
      </StepForm>
    </LeadFormFrame>
  );
}
