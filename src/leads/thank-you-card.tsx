import { useEffect, useRef, type Ref, type SubmitEvent } from 'react';
import { takeLostFocus } from './take-lost-focus.ts';
import type { LeadForm } from './use-lead-form.ts';
import styled from 'styled-components';
import { Button } from '../ui/button.tsx';
import { CardTitle } from '../ui/card.tsx';
import { Sign } from '../ui/sign.tsx';
import { FieldStack } from './form-frame.tsx';

interface ThanksProps {
  form: LeadForm;
  /** Names and labels of the submitted fields to show, in order. */
  labels: readonly (readonly [name: string, label: string])[];
}

/** The thank-you card shown after the last step, with the submitted values and their labels. */
export function FormThanks({ form, labels }: ThanksProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const { focus, notice, values } = form;
  useEffect(() => {
    if (focus?.on === 'thanks') takeLostFocus(title.current);
  }, [focus]);
  return (
    <ThankYouCard
      ref={title}
      title={notice?.title ?? ''}
      text={notice?.text ?? ''}
      received={labels.map(([name, label]) => ({ label, value: values[name] ?? '' }))}
      page={form.page}
      onAgain={form.again}
    />
  );
}

const Head = styled.div`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0.75rem;
  svg {
    color: ${({ theme }) => theme.color.accent};
  }
`;

const Received = styled.dl`
  display: grid;
  border-block-start: 3px solid ${({ theme }) => theme.color.accent};
  > div {
    display: grid;
    grid-template-columns: minmax(6rem, 1fr) minmax(0, 3fr);
    gap: 0.25rem 1rem;
    padding-block: 0.55rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    @container (max-width: 30rem) {
      grid-template-columns: 1fr;
      gap: 0;
    }
  }
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  dd {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

interface Props {
  title: string;
  text: string;
  /** The submitted values, for the visitor to check. Empty values are not shown. */
  received: readonly { label: string; value: string }[];
  /** Path of the page. Without JavaScript, the button links to it. */
  page: string;
  /** Returns to the form without loading the page again. */
  onAgain?: () => void;
  /** Ref to the title, which receives focus. */
  ref?: Ref<HTMLHeadingElement>;
}

/** Thanks the visitor, lists the submitted values, and links back to the form. */
export function ThankYouCard({ title, text, received, page, onAgain, ref }: Props) {
  const known = received.filter(({ value }) => value !== '');
  const again = (event: SubmitEvent) => {
    if (!onAgain) return;
    event.preventDefault();
    onAgain();
  };
  return (
    <FieldStack>
      <Head>
        <Sign kind="success" size={36} />
        <CardTitle ref={ref} tabIndex={-1}>
          {title}
        </CardTitle>
      </Head>
      <p>{text}</p>
      {known.length > 0 && (
        <Received>
          {known.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Received>
      )}
      <form method="get" action={page} onSubmit={again}>
        <Button type="submit" $look="outline">
          Submit Another Request
        </Button>
      </form>
    </FieldStack>
  );
}
