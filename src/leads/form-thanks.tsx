import { useEffect, useRef } from 'react';
import { takeLostFocus } from './lost-focus.ts';
import { ThankYouCard } from './thank-you-card.tsx';
import type { LeadForm } from './use-lead-form.ts';

interface Props {
  form: LeadForm;
  /** Field name and label of what is shown as received, in order. */
  labels: readonly (readonly [name: string, label: string])[];
}

/** The thanks at the end of a form that ends so. */
export function FormThanks({ form, labels }: Props) {
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
