import type { ComponentProps, MouseEvent, ReactNode } from 'react';
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
 * A form's submit button. While busy, it shows a different label and ignores clicks, but keeps the focus. The attribute
 * `disabled` would remove the focus, so keyboard users would lose their position when the action fails.
 */
export function BusyButton({ busy, busyLabel, children, onClick, ...button }: Props) {
  return (
    <Button
      type="submit"
      {...button}
      aria-disabled={busy || button['aria-disabled']}
      aria-busy={busy}
      onClick={busy ? refuse : onClick}
    >
      <Labels>
        <span aria-hidden={busy || undefined}>{children}</span>
        <span aria-hidden={!busy || undefined}>{busyLabel}</span>
      </Labels>
    </Button>
  );
}

/** The click handler of a busy button. It prevents the form from being submitted, also by Enter in a field. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}
