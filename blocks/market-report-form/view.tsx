import { marketReportForm } from '../../src/leads/forms/market-report-form.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { ContactField } from '../../src/leads/contact-fields.tsx';
import { LeadFormFrame } from '../../src/leads/form-frame.tsx';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import { SelectField } from '../../src/ui/select-field.tsx';
import { TextField } from '../../src/ui/text-field.tsx';
import type block from './block.ts';

const areas = [
  { value: 'west-des-moines', label: 'West Des Moines' },
  { value: 'ankeny', label: 'Ankeny' },
  { value: 'beaverdale', label: 'Beaverdale' },
  { value: 'all', label: 'All areas' },
];

/** Subscribes a visitor to the market report: first one contact input, then name, e-mail address and area. */
export default function MarketReportFormView({ source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(marketReportForm, { source, tags });
  return (
    <LeadFormFrame form={form} {...words}>
      {form.step === 1 ? (
        <StepForm key={`1-${form.round}`} form={form} step={1}>
          {(field, boxes) => (
            <>
              <ContactField {...field('contact')} />
              {boxes}
            </>
          )}
        </StepForm>
      ) : (
        <StepForm key="2" form={form} step={2}>
          {(field) => (
            <>
              <TextField {...field('name')} label="Name" autoComplete="name" />
              <TextField
                {...field('email')}
                label="E-mail"
                type="email"
                inputMode="email"
                autoComplete="email"
              />
              <SelectField
                {...field('areas')}
                label="Area of interest"
                empty="Choose an area"
                options={areas}
              />
            </>
          )}
        </StepForm>
      )}
    </LeadFormFrame>
  );
}
