import { marketReportForm, marketReportAreas } from '../../src/contracts/forms/market-report-form.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { ContactField, EmailField } from '../../src/leads/contact-fields.tsx';
import { DeclaredFields } from '../../src/leads/declared-fields.tsx';
import { LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import { SelectField } from '../../src/ui/form/select-field.tsx';
import { TextField } from '../../src/ui/form/text-field.tsx';
import type block from './block.ts';

/** Subscribes a visitor to the market report: first one contact input, then name, e-mail address and area. */
export default function MarketReportFormView({ source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(marketReportForm, { source, tags });
  return (
    <LeadFormFrame form={form} {...words}>
      {form.step === 1 ? (
        <StepForm key={`1-${form.round}`} form={form} step={1}>
          {(field, boxes) => (
            <ContactField field={field} boxes={boxes} hint="The next step asks where to send the report." />
          )}
        </StepForm>
      ) : (
        <StepForm key="2" form={form} step={2}>
          {(field) => (
            <>
              <TextField {...field('name')} label="Name" autoComplete="name" />
              <EmailField field={field} />
              <SelectField
                {...field('areas')}
                label="Area of interest"
                empty="Choose an area"
                options={marketReportAreas}
              />
              <DeclaredFields form={marketReportForm.id} field={field} />
            </>
          )}
        </StepForm>
      )}
    </LeadFormFrame>
  );
}
