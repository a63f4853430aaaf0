import { useEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import type { Tone } from '../builder/tones.ts';
import { Toaster } from '../ui/toast.tsx';
import { FormNotice } from './form-notice.tsx';
import { FormShell } from './form-shell.tsx';
import { ThankYouCard } from './thank-you-card.tsx';
import type { LeadForm } from './use-lead-form.ts';

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
`;

interface Props {
  form: LeadForm;
  tone: Tone;
  badge?: string | undefined;
  title: string;
  desc?: string | undefined;
  /** Labels of the values on the thank-you card, in order. */
  received?: readonly { label: string; value: string }[];
  /** The step that is shown. */
  children: ReactNode;
}

const none: readonly { label: string; value: string }[] = [];

/** What stands around every form's step: the section, the notice, the toast's place, and the thanks at the end. */
export function LeadFormFrame({ form, tone, badge, title, desc, received = none, children }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  const thanks = useRef<HTMLHeadingElement>(null);
  const { focus } = form;
  useEffect(() => {
    if (focus?.on === 'notice') notice.current?.focus();
    if (focus?.on === 'thanks') thanks.current?.focus();
  }, [focus]);
  return (
    <FormShell tone={tone} badge={badge} title={title} desc={desc}>
      {form.sent ? (
        <ThankYouCard
          ref={thanks}
          title={form.notice?.title ?? ''}
          text={form.notice?.text ?? ''}
          received={received}
          page={form.page}
          onAgain={form.again}
        />
      ) : (
        <Stack>
          {form.notice && <FormNotice ref={notice} notice={form.notice} quiet={focus !== undefined} />}
          {children}
        </Stack>
      )}
      <Toaster />
    </FormShell>
  );
}
