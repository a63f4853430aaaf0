import { useContext, useEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { HeadingLevel } from '../builder/heading-level.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Button, ButtonRow } from '../ui/button.tsx';
import { ConsentBoxes } from './consent-boxes.tsx';
import { FieldStack } from './form-shell.tsx';
import { Honeypot } from './honeypot.tsx';
import { takeLostFocus } from './lost-focus.ts';
import { consentFields, postFields } from './post-fields.ts';
import { StepLine } from './step-line.tsx';
import type { LeadForm } from './use-lead-form.ts';
import type { StepMode } from './step-control.ts';
import { useStepFields, type FieldProps, type StepSchema } from './use-step-fields.ts';

const Heading = styled.h3`
  font-size: ${({ theme }) => theme.type.h4};
  &:focus:not(:focus-visible) {
    outline: none;
  }
`;

interface Props {
  form: LeadForm;
  step: 1 | 2;
  schema: StepSchema;
  mode: StepMode;
  /** Names of the fields it shows; what else is known travels along unseen. */
  fields: readonly string[];
  /** Whether it shows the consent boxes: wherever a phone number can be typed. */
  consent: boolean;
  /** The fields, and the boxes where they belong. */
  children: (field: (name: string) => FieldProps, boxes: ReactNode) => ReactNode;
}

const consentNames: readonly string[] = [...Object.values(consentFields), postFields.consentVersion];

/** One step of a form. It posts as it is; with the application it is checked and sent without leaving the page. */
export function StepForm({ form, step, schema, mode, fields, consent, children }: Props) {
  const { field, onSubmit } = useStepFields(form, schema, mode);
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Where the visitor pressed Enter, or the button. */
  const pressed = useRef<HTMLElement>(null);
  const level = useContext(HeadingLevel);
  const { id, busy, values, focus, element } = form;
  const steps = form.plan.words.steps;
  const words = steps[step - 1] ?? { heading: '', submit: '', busy: '' };
  const shown = new Set([...fields, ...(consent ? consentNames : [])]);

  useEffect(() => {
    // What was wrong in a post, from before the application came; who mends it already is not moved elsewhere.
    takeLostFocus(firstWrong(element.current));
  }, [element]);
  useEffect(() => {
    const sent = element.current;
    if (focus?.on === 'heading') takeLostFocus(heading.current, sent);
    if (focus?.on === 'fault') takeLostFocus(firstWrong(sent), sent);
    // What was disabled or inert while it was being sent has lost it; elsewhere it is the visitor's own.
    if (focus?.on === 'button') {
      takeLostFocus(sent?.contains(pressed.current) ? pressed.current : button.current, sent);
    }
  }, [focus, element]);

  const boxes = consent && (
    <ConsentBoxes
      id={id}
      ticked={{
        marketing: values[consentFields.marketing] === 'on',
        service: values[consentFields.service] === 'on',
      }}
    />
  );
  // The address keeps its query: without script the server reads the campaign there.
  const action = `#${id}`;
  return (
    <form
      ref={element}
      method="post"
      action={action}
      noValidate
      aria-labelledby={`${id}-step`}
      aria-busy={busy}
      data-step={step}
      onInput={form.typed}
      onSubmit={(event) => {
        // The browser's own post of it, from before the application came, is on its way.
        if (document.documentElement.dataset['posts'] === action) return;
        if (document.activeElement instanceof HTMLElement) pressed.current = document.activeElement;
        void onSubmit(event);
      }}
    >
      <FieldStack>
        <div>
          {steps.length > 1 && <StepLine step={step} of={steps.length} />}
          <Heading as={level === 1 ? 'h2' : 'h3'} id={`${id}-step`} ref={heading} tabIndex={-1}>
            {words.heading}
          </Heading>
        </div>
        <input type="hidden" name={postFields.placement} value={id} />
        <input type="hidden" name={postFields.step} value={step} />
        {form.session && <input type="hidden" name={postFields.session} value={form.session} />}
        {form.contactId && <input type="hidden" name={postFields.contactId} value={form.contactId} />}
        {Object.entries(values)
          .filter(([name]) => !shown.has(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {/* What is being sent does not change under the visitor's hands: the answer would be to other words. */}
        <FieldStack inert={busy}>{children(field, boxes)}</FieldStack>
        <Honeypot id={`${id}-website`} />
        <ButtonRow>
          <BusyButton ref={button} busy={busy} busyLabel={words.busy}>
            {words.submit}
          </BusyButton>
          {step > 1 && (
            <Button
              type="submit"
              $look="quiet"
              name={postFields.action}
              value="back"
              disabled={busy}
              onClick={(event) => {
                event.preventDefault();
                form.back();
              }}
            >
              Back
            </Button>
          )}
        </ButtonRow>
      </FieldStack>
    </form>
  );
}

function firstWrong(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]');
}
