import type { ComponentProps, ReactNode } from 'react';
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

/** A form's submit button. While busy, it shows a different label and ignores clicks. */
export function BusyButton({ busy, busyLabel, children, ...button }: Props) {
  return (
    <Button type="submit" {...button} disabled={busy} aria-busy={busy}>
      <Labels>
        <span aria-hidden={busy || undefined}>{children}</span>
        <span aria-hidden={!busy || undefined}>{busyLabel}</span>
      </Labels>
    </Button>
  );
}
