import { useEffect, useRef, useState, type ReactNode, type Ref, type SubmitEvent } from 'react';
import styled from 'styled-components';
import type { LinkValue } from '../builder/field.ts';
import { useSiteSettings } from '../content/site-settings-context.ts';
import { replyTimeText } from '../contracts/leads/answer-time.ts';
import type { FormNoticeContent } from '../contracts/leads/form-state.ts';
import { Button, ButtonRow } from '../ui/form/button.tsx';
import { CardTitle } from '../ui/layout/card.tsx';
import { Icon } from '../ui/theme/icon.tsx';
import { ArrowLink, ButtonLink } from '../ui/text/site-link.tsx';
import type { LeadFormDefinition } from '../contracts/forms/form-definition.ts';
import { parseInquiry } from '../contracts/forms/field-schemas.ts';
import type { FormValues } from '../contracts/forms/build-requests.ts';
import { focusIfLost } from './focus-if-lost.ts';
import type { LeadForm } from './use-lead-form.ts';

/** The parts of the card that a block sets: the editor's texts, and a form for missing details. */
export interface ThankYouCardContent {
  /** When the visitor can expect a reply, in words; by default, this depends on the office hours. */
  answer?: string | undefined;
  /** A form for details that are missing for a reply. */
  missing?: ReactNode;
  /** The page to read next. */
  next: LinkValue;
  /** The label of the button that leads back to the form. */
  again: string;
}

/** The card that replaces a form after it is sent. The focus moves from the form's button to the card's title. */
export function FormThankYouCard({ form, ...words }: ThankYouCardContent & { form: LeadForm }) {
  const title = useRef<HTMLHeadingElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const { definition, focus, notice = definition.done, values, page, sentAt } = form;
  useEffect(() => {
    if (focus?.on === 'thanks') focusIfLost(title.current, { show: head.current });
  }, [focus]);
  return (
    <ThankYouCard
      {...words}
      title={title}
      head={head}
      notice={notice}
      name={firstName(values)}
      received={submittedSummary(definition, values)}
      sentAt={sentAt}
      page={page}
      onAgain={form.again}
    />
  );
}

function firstName({ firstName: first, name }: FormValues): string {
  return (first ?? name ?? '').trim().split(/\s+/)[0] ?? '';
}

/** Returns the submitted values with their labels. Empty ones are left out. */
export function submittedSummary(
  { summary }: Pick<LeadFormDefinition, 'summary'>,
  values: FormValues,
): Received[] {
  const { firstName: first = '', lastName = '', name: whole = `${first} ${lastName}` } = values;
  const all: FormValues = { ...values, name: whole };
  return summary.flatMap(([name, label, options]) => {
    const typed = all[name]?.trim();
    const value =
      options?.find((option) => option.value === typed)?.label ?? parseInquiry(typed).topic ?? typed;
    return value ? [{ label, value }] : [];
  });
}

interface Received {
  label: string;
  value: string;
}

interface Props extends ThankYouCardContent {
  notice: FormNoticeContent;
  /** The visitor's first name; empty if unknown. */
  name: string;
  /** The submitted values, for the visitor to check. */
  received: readonly Received[];
  /** When the lead was completed, in epoch milliseconds. */
  sentAt: number;
  /** Path of the page, which the button opens without JavaScript. */
  page: string;
  /** Returns to the form without loading the page again. */
  onAgain: () => void;
  /** Ref to the title, which receives focus. */
  title?: Ref<HTMLHeadingElement>;
  /** Ref to the card's first line, which contains the title. */
  head?: Ref<HTMLDivElement>;
}

/** Thanks the visitor, and shows what was sent and what happens next. */
export function ThankYouCard(props: Props) {
  const { notice, name, received, sentAt, page, answer, missing, next, again, onAgain, title, head } = props;
  const settings = useSiteSettings();
  const [readAt] = useState(Date.now);
  const { agent } = settings;
  const call = { href: `tel:${agent.phoneDial}`, text: '', newTab: false };
  return (
    <Stack>
      <Head ref={head}>
        {agent.portrait && <Portrait src={agent.portrait} width={72} height={96} alt="" />}
        <div>
          <Status>{notice.title}</Status>
          <CardTitle ref={title} tabIndex={-1}>
            {name ? `Got it, ${name}.` : 'Got it.'}
          </CardTitle>
        </div>
      </Head>
      <p>{notice.text}</p>
      {received.length > 0 && (
        <Values>
          {received.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Values>
      )}
      <p>{answer ?? replyTimeText(settings, sentAt, readAt)}</p>
      {missing}
      <ButtonRow>
        <ButtonLink link={call}>
          <Icon name="phone" size={20} />
          Call {agent.phone}
        </ButtonLink>
        <form
          method="get"
          action={page}
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            onAgain();
          }}
        >
          <Button type="submit" $look="quiet">
            {again}
          </Button>
        </form>
      </ButtonRow>
      <div>
        <Soft>While you wait</Soft>
        <ArrowLink link={next} />
      </div>
    </Stack>
  );
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: 1rem;
  /* When it is scrolled to, the top of the card is visible, too. */
  scroll-margin-block-start: 3rem;
`;

const Portrait = styled.img`
  flex: none;
  border-radius: ${({ theme }) => theme.radius.arch};
  background: ${({ theme }) => theme.color.sand};
  object-fit: cover;
`;

const Status = styled.p`
  color: ${({ theme }) => theme.color.accent};
  font-weight: 620;
`;

const Values = styled.dl`
  border-block-start: 3px solid ${({ theme }) => theme.color.accent};
  > div {
    display: grid;
    grid-template-columns: 4.75rem minmax(0, 1fr);
    gap: 0.25rem 1rem;
    padding-block: 0.5rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
  }
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  dd {
    /* A long message is truncated, so that the rest of the card stays visible. */
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
    white-space: pre-line;
  }
`;

const Soft = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;
