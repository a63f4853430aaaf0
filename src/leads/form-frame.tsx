import { useEffect, useRef, type ReactNode, useId } from 'react';
import { focusIfLost } from './focus-if-lost.ts';
import { Toaster } from '../ui/feedback/toast.tsx';
import type { LeadForm } from './use-lead-form.ts';
import styled, { css } from 'styled-components';
import type { Tone } from '../builder/tones.ts';
import { RichText } from '../ui/text/rich-text.tsx';
import { Container, SectionBackground, PlacementTitle } from '../ui/layout/section.tsx';
import { ReplyTimeNote } from './reply-time-note.tsx';
import { useSiteSettings } from '../content/site-settings-context.ts';
import { Icon } from '../ui/theme/icon.tsx';
import { SiteLink } from '../ui/text/site-link.tsx';
import { FormNoticeBox, isNoticeAtButton } from './form-notice.tsx';
import { FormThankYouCard, type ThankYouCardContent } from './thank-you-card.tsx';

interface Props extends ThankYouCardContent {
  form: LeadForm;
  tone: Tone;
  badge?: string | undefined;
  title: string;
  desc?: string | undefined;
  /** The current step. */
  children: ReactNode;
}

/** The layout around every form: the section, the notice, the step or the thank-you card, and the toaster. */
export function LeadFormFrame({ form, tone, badge, title, desc, children, ...card }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  const { focus } = form;
  useEffect(() => {
    if (focus?.on === 'notice') focusIfLost(notice.current);
  }, [focus]);
  return (
    <FormShell tone={tone} badge={badge} title={title} desc={desc}>
      <FieldStack>
        {form.notice && !form.sent && !isNoticeAtButton(form) && (
          <FormNoticeBox ref={notice} notice={form.notice} quiet={focus !== undefined} />
        )}
        {form.sent ? <FormThankYouCard form={form} {...card} /> : children}
      </FieldStack>
      <Toaster />
    </FormShell>
  );
}

/** Makes the fields and the card dark in a dark section. */
const deepGrounds = css`
  color-scheme: dark;
  --paper: var(--deep);
  --surface: color-mix(in srgb, var(--deep), var(--on-deep) 7%);
  --sand: color-mix(in srgb, var(--deep), var(--on-deep) 14%);
`;

/**
 * Introduction, form and direct contact details, in reading order. On wide screens, the form is beside the other two.
 */
const Columns = styled.div<{ $tone: Tone }>`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  ${({ $tone }) => $tone === 'deep' && deepGrounds}
  @container (min-width: 52rem) {
    grid-template: 'head form' auto 'contact form' 1fr / minmax(0, 5fr) minmax(0, 6fr);
    column-gap: clamp(2.5rem, 5cqi, 6rem);
    align-items: start;
  }
`;

const Head = styled.header`
  @container (min-width: 52rem) {
    grid-area: head;
  }
`;

const Badge = styled.p`
  display: inline-block;
  margin-block-end: ${({ theme }) => theme.space.m};
  padding: 0.35rem 0.9rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 700;
  letter-spacing: 0.04em;
`;

const Intro = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Card = styled.div`
  min-width: 0;
  padding: clamp(1.25rem, 4cqi, 2.5rem);
  border: 1px solid ${({ theme }) => theme.color.line};
  border-block-start: 6px solid ${({ theme }) => theme.color.accent};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  @container (min-width: 52rem) {
    grid-area: form;
  }
`;

const Contact = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.s};
  @container (min-width: 52rem) {
    grid-area: contact;
    position: sticky;
    inset-block-start: 7rem;
  }
`;

interface ShellProps {
  tone: Tone;
  badge?: string | undefined;
  title: string;
  desc?: string | undefined;
  /** The form, its notice, or the thank-you card. */
  children: ReactNode;
}

/** The section that all forms share: the introduction, the form in a card, and direct contact details. */
export function FormShell({ tone, badge, title, desc, children }: ShellProps) {
  const id = useId();
  return (
    <SectionBackground $tone={tone} aria-labelledby={id}>
      <Container>
        <Columns $tone={tone}>
          <Head>
            {badge && <Badge>{badge}</Badge>}
            <PlacementTitle id={id}>{title}</PlacementTitle>
            {desc && <Intro html={desc} />}
          </Head>
          <Card>{children}</Card>
          <Contact>
            <ReplyTimeNote />
            <DirectContact />
          </Contact>
        </Columns>
      </Container>
    </SectionBackground>
  );
}

export const FieldStack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
`;

/** Two short fields side by side on wide screens, for example first and last name. */
export const FieldPair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: ${({ theme }) => theme.space.m};
`;

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  justify-items: start;
  a {
    display: inline-flex;
    align-items: center;
    gap: 0.65rem;
    min-height: 2.75rem;
    font-weight: 620;
  }
`;

/** Phone and e-mail links, which every form shows. */
export function DirectContact({ className }: { className?: string }) {
  const { agent } = useSiteSettings();
  const call = { href: `tel:${agent.phoneDial}`, text: '', newTab: false };
  const write = { href: `mailto:${agent.email}`, text: '', newTab: false };
  return (
    <List className={className}>
      <li>
        <SiteLink link={call}>
          <Icon name="phone" size={22} />
          Call {agent.phone}
        </SiteLink>
      </li>
      <li>
        <SiteLink link={write}>
          <Icon name="mail" size={22} />
          {agent.email}
        </SiteLink>
      </li>
    </List>
  );
}
