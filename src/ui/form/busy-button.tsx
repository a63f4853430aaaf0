import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import styled from 'styled-components';
import { Button } from './button.tsx';

/** Both labels share one grid cell, so the button keeps its width while busy. */
const Labels = styled.span`
  display: grid;
  > span {
    grid-area: 1 / 1;
  }
  > [aria-hidden] {
    visibility: hidden;
  }
`;

interface Props extends ComponentProps<typeof Button> {
  busy: boolean;
  /** Shown instead of the label while busy, for example `Sending...`. */
  busyLabel: string;
  children: ReactNode;
}

/**
 * A button, by default for submitting a form. While busy, it shows a different label and is disabled. Browsers remove
 * the focus from a disabled button, so it gets the focus back when it is no longer busy, unless something else has the
 * focus by then.
 */
export function BusyButton({ busy, busyLabel, disabled, children, ...button }: Props) {
  const labels = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const element = labels.current?.closest('button');
    const { activeElement, body } = document;
    // A browser removes the focus only at the next paint, after this effect.
    if (busy) hadFocus.current = activeElement === element;
    else if (hadFocus.current && activeElement === body) element?.focus();
  }, [busy]);
  return (
    <Button type="submit" {...button} disabled={busy || disabled} aria-busy={busy}>
      <Labels ref={labels}>
        <span aria-hidden={busy || undefined}>{children}</span>
        <span aria-hidden={!busy || undefined}>{busyLabel}</span>
      </Labels>
    </Button>
  );
}
