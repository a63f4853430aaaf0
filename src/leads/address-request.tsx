import { useState, type SubmitEvent } from 'react';
import { postFields } from '../contracts/leads/lead-request.ts';
import { BusyButton } from '../ui/form/busy-button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import type { FieldOf } from './contact-fields.tsx';
import { FieldStack } from './form-frame.tsx';
import { FormNotice } from './form-notice.tsx';
import type { StepEnd } from './run-step.ts';
import type { LeadForm } from './use-lead-form.ts';

/** The address of the visitor's home. */
export function AddressField({ field, ...need }: { field: FieldOf; optional?: boolean; required?: boolean }) {
  return (
    <TextField
      {...field('address')}
      {...need}
      label="Street address of the home"
      hint="With the city, for example 12 Oak Street, Ankeny."
      autoComplete="street-address"
      autoCapitalize="words"
      spellCheck={false}
    />
  );
}

/**
 * Asks for the address on the thank-you card, and adds it to the lead that was sent. Without JavaScript, the browser
 * posts the last step again with the address. Renders nothing if the lead can no longer be changed.
 */
export function AddressRequest({ form }: { form: LeadForm }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<StepEnd>();
  const { id, lead, values, definition, amend } = form;
  if (!lead) return null;
  const { address: _, ...others } = values;
  const hidden = {
    ...others,
    [postFields.placement]: id,
    [postFields.step]: `${definition.steps.length}`,
    [postFields.session]: lead.session,
    [postFields.contactId]: lead.contactId,
  };
  return (
    <form
      method="post"
      action={`#${id}`}
      aria-label="Address of the home"
      aria-busy={busy}
      onSubmit={async (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        setBusy(true);
        setFailure(await amend(event.currentTarget));
        setBusy(false);
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FieldStack>
        <p>The address of the home is still missing. With it, I can start.</p>
        {failure?.notice && <FormNotice notice={failure.notice} quiet />}
        <AddressField
          field={(name) => ({
            id: `${id}-${name}`,
            name,
            error: failure?.faults?.[name],
            defaultValue: undefined,
          })}
          required
        />
        <div>
          <BusyButton busy={busy} busyLabel="Sending...">
            Send the address
          </BusyButton>
        </div>
      </FieldStack>
    </form>
  );
}
