import { useEffect, useRef, type ReactNode } from 'react';
import type { Tone } from '../builder/tones.ts';
import { FormNotice } from './form-notice.tsx';
import { FieldStack, FormShell } from './form-shell.tsx';
import { takeLostFocus } from './lost-focus.ts';
import { Toaster } from '../ui/toast.tsx';
import type { LeadForm } from './use-lead-form.ts';

interface Props {
  form: LeadForm;
  tone: Tone;
  badge?: string | undefined;
  title: string;
  desc?: string | undefined;
  /** The step that is shown, or the thanks. */
  children: ReactNode;
}

/** What stands around every form's step: the section, the notice, and the toast's place. */
export function LeadFormFrame({ form, tone, badge, title, desc, children }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  const { focus } = form;
  useEffect(() => {
    if (focus?.on === 'notice') takeLostFocus(notice.current);
  }, [focus]);
  return (
    <FormShell tone={tone} badge={badge} title={title} desc={desc}>
      <FieldStack>
        {form.notice && !form.sent && (
          <FormNotice ref={notice} notice={form.notice} quiet={focus !== undefined} />
        )}
        {children}
      </FieldStack>
      <Toaster />
    </FormShell>
  );
}
