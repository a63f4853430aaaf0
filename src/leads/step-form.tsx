import styled from 'styled-components';
import { useForm } from 'react-hook-form';
import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { HeadingLevelContext } from '../builder/placement-context.ts';
import { BusyButton } from '../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../ui/form/button.tsx';
import { ConsentBoxes } from './consent-boxes.tsx';
import { FieldStack } from './form-frame.tsx';
import { FormNoticeBox, isNoticeAtButton } from './form-notice.tsx';
import { focusIfLost } from './focus-if-lost.ts';
import { consentFields, formPostFields } from '../contracts/leads/lead-request.ts';
import type { LeadForm } from './use-lead-form.ts';
import { hasPhoneFromStepOne } from '../contracts/forms/form-definition.ts';
import { useStepFields, type FieldProps } from './use-step-fields.ts';

const Heading = styled.h3`
  font-size: ${({ theme }) => theme.type.h4};
  &:focus:not(:focus-visible) {
    outline: none;
  }
`;

/** Has a scroll margin, so that scrolling to it also shows the top of the card. */
const Top = styled.div`
  scroll-margin-block-start: 3rem;
`;

const Assurance = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

interface Props {
  form: LeadForm;
  step: 1 | 2;
  /**
   * Renders the fields. `boxes` are the consent boxes of the phone field; false if the step has no phone field, for
   * example because step 1 collected the number.
   */
  children: (field: (name: string) => FieldProps, boxes: ReactNode) => ReactNode;
}

const consentNames: readonly string[] = [...Object.values(consentFields), formPostFields.consentVersion];

/** One step of a form. Until it is hydrated, the browser posts it; after that, it is validated and sent by `fetch`. */
export function StepForm({ form, step, children }: Props) {
  const { steps } = form.definition;
  const own = steps[step - 1] ?? steps[0];
  const { fields } = own;
  const { field, options, onSubmit } = useStepFields(form, own);
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  /** The element that had focus when the visitor submitted the form. */
  const pressed = useRef<HTMLElement>(null);
  const level = useContext(HeadingLevelContext);
  const { id, busy, values, focus, element } = form;
  // Do not ask again for a phone number from step 1, or for consent to use it.
  const phoneIsKnown = step === 2 && hasPhoneFromStepOne(form.definition, values);
  const consent = own.consent && !phoneIsKnown;
  const shown = new Set([
    ...fields.filter((name) => !(phoneIsKnown && name === 'phone')),
    ...(consent ? consentNames : []),
  ]);

  useEffect(() => {
    // Focus the first error of a form that was posted before hydration, unless another element has the focus.
    focusIfLost(firstWrong(element.current));
  }, [element]);
  useEffect(() => {
    const sent = element.current;
    if (focus?.on === 'heading') focusIfLost(heading.current, { sent, show: heading.current?.parentElement });
    if (focus?.on === 'fault') focusIfLost(firstWrong(sent), { sent });
    // Fields lose focus while they are disabled or inert during sending.
    if (focus?.on === 'button') {
      const back = sent?.contains(pressed.current) ? pressed.current : button.current;
      // Enter may have been pressed in a field far above the notice.
      focusIfLost(back, { sent, show: notice.current });
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
  // A fragment-only action keeps the URL's query, from which the server reads the campaign of a post without
  // JavaScript.
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
        // The browser posted this form before hydration. It must also post a retry: `fetch` would create a second lead.
        if (document.documentElement.dataset['posts'] === action) return;
        if (document.activeElement instanceof HTMLElement) pressed.current = document.activeElement;
        ignoreDoubleClick();
        void onSubmit(event);
      }}
    >
      <RunForm options={options} />
      <FieldStack>
        <Top>
          {steps.length > 1 && <StepIndicator step={step} of={steps.length} />}
          <Heading as={level === 1 ? 'h2' : 'h3'} id={`${id}-step`} ref={heading} tabIndex={-1}>
            {own.heading}
          </Heading>
        </Top>
        <input type="hidden" name={formPostFields.placement} value={id} />
        <input type="hidden" name={formPostFields.step} value={step} />
        {form.session && <input type="hidden" name={formPostFields.session} value={form.session} />}
        {form.contactId && <input type="hidden" name={formPostFields.contactId} value={form.contactId} />}
        {Object.entries(values)
          .filter(([name]) => !shown.has(name))
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {/* Inert while sending, so that the values on screen match those being sent. */}
        <FieldStack inert={busy}>{children(field, boxes)}</FieldStack>
        <Honeypot id={`${id}-website`} />
        {form.notice && isNoticeAtButton(form) && <FormNoticeBox ref={notice} notice={form.notice} quiet />}
        <ButtonRow>
          <BusyButton ref={button} busy={busy} busyLabel={own.busy}>
            {own.submit}
          </BusyButton>
          {step > 1 && (
            <Button
              type="submit"
              $look="quiet"
              name={formPostFields.action}
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
        <Assurance>
          {step === 1 && 'It’s free, and it commits you to nothing. '}
          <a href="/privacy-policy">Privacy</a> · <a href="/terms-of-service">Terms</a>
        </Assurance>
      </FieldStack>
    </form>
  );
}

function RunForm({ options }: Pick<ReturnType<typeof useStepFields>, 'options'>) {
  useForm(options);
  return null;
}

function firstWrong(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('[aria-invalid="true"]');
}

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 620;
`;

const Beams = styled.span`
  display: flex;
  gap: 0.3rem;
`;

const Beam = styled.span<{ $done: boolean }>`
  width: 2.25rem;
  height: 6px;
  border: 1px solid ${({ theme }) => theme.color.accent};
  border-radius: 2px;
  background: ${({ theme, $done }) => ($done ? theme.color.accent : 'transparent')};
  @media (forced-colors: active) {
    border-color: CanvasText;
    background: ${({ $done }) => ($done ? 'CanvasText' : 'Canvas')};
  }
`;

/** A progress indicator, for forms with several steps. */
export function StepIndicator({ step, of }: { step: number; of: number }) {
  return (
    <Line>
      <Beams aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <Beam key={index} $done={index < step} />
        ))}
      </Beams>
      Step {step} of {of}
    </Line>
  );
}

/** Moved off-screen, because bots skip fields with `display: none`. */
const Away = styled.div`
  position: absolute;
  inset-inline-start: -9999px;
  width: 1px;
  height: 1px;
  overflow: hidden;
`;

/** A hidden field that only bots fill in. */
function Honeypot({ id }: { id: string }) {
  return (
    <Away aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} type="text" name={formPostFields.honeypot} tabIndex={-1} autoComplete="off" />
    </Away>
  );
}

/**
 * Ignores the rest of a double click on the button of a form. The form may be gone by then, and the second click would
 * move the focus or follow a link that has taken the button's place. The next single click is handled as usual.
 */
function ignoreDoubleClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') {
      for (const type of TYPES) removeEventListener(type, ignore, true);
    }
  };
  for (const type of TYPES) addEventListener(type, ignore, true);
}

const TYPES = ['mousedown', 'click'] as const;
