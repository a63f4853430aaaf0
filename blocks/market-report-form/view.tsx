import type { PropsOf } from '../../src/builder/block.ts';
import { ContactField } from '../../src/leads/contact-field.tsx';
import type { FormPlan } from '../../src/leads/form-plan.ts';
import { marketReportRequests } from '../../src/leads/market-report-requests.ts';
import { marketReportWords } from '../../src/leads/market-report-words.ts';
import { LeadFormFrame } from '../../src/leads/lead-form-frame.tsx';
import { subscriptionDetails } from '../../src/leads/market-report-schema.ts';
import { contactStep } from '../../src/leads/quick-lead-form-schema.ts';
import { StepForm } from '../../src/leads/step-form.tsx';
import { useLeadForm } from '../../src/leads/use-lead-form.ts';
import { SelectField } from '../../src/ui/select-field.tsx';
import { TextField } from '../../src/ui/text-field.tsx';
import type block from './block.ts';

const plan: FormPlan = { id: 'market-report-form', words: marketReportWords, requests: marketReportRequests };

const areas = [
  { value: 'west-des-moines', label: 'West Des Moines' },
  { value: 'ankeny', label: 'Ankeny' },
  { value: 'beaverdale', label: 'Beaverdale' },
  { value: 'all', label: 'All areas' },
];

/** The place where a visitor subscribes to the market report. */
export default function MarketReportFormView({ source, tags, ...words }: PropsOf<typeof block>) {
  const form = useLeadForm(plan, { source, tags });
  return (
    <LeadFormFrame form={form} {...words}>
      {form.step === 1 ? (
        <StepForm
          key={`1-${form.round}`}
          form={form}
          step={1}
          schema={contactStep}
          mode="onChange"
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
          schema={subscriptionDetails}
          mode="onBlur"
          fields={['name', 'email', 'areas']}
          consent={false}
        >
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
