import { useState, type SubmitEvent } from 'react';
import { formPostFields } from '../contracts/leads/lead-request.ts';
import { BusyButton } from '../ui/form/busy-button.tsx';
import { AddressField } from './address-field.tsx';
import { FieldStack } from './form-frame.tsx';
import { FormNoticeBox } from './form-notice.tsx';
import type { StepTransition } from './submit-step.ts';
import type { LeadForm } from './use-lead-form.ts';

/**
 * Asks for the address on the thank-you card, and adds it to the lead that was sent. Without JavaScript, the browser
 * posts the last step again with the address. Renders nothing if the lead can no longer be changed.
 */
export function MissingAddressForm({ form }: { form: LeadForm }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<StepTransition>();
  const { id, lead, values, definition, amend } = form;
  if (!lead) return null;
  const { address: _, ...others } = values;
  const hidden = {
    ...others,
    [formPostFields.placement]: id,
    [formPostFields.step]: `${definition.steps.length}`,
    [formPostFields.session]: lead.session,
    [formPostFields.contactId]: lead.contactId,
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
        {failure?.notice && <FormNoticeBox notice={failure.notice} quiet />}
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
