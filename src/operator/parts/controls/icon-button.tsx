import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { OperatorIcon, type OperatorIconName } from './operator-icon.tsx';

const Look = styled.button`
  position: relative;
  display: inline-flex;
  flex: none;
  gap: 0.25rem;
  align-items: center;
  justify-content: center;
  min-width: 2.25rem;
  min-height: 2.25rem;
  padding: 0 0.4rem;
  border: 0;
  border-radius: ${({ theme }) => theme.radius.s};
  background: none;
  color: ${({ theme }) => theme.color.ink};
  font: inherit;
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &:hover,
  &[aria-expanded='true'] {
    background: ${({ theme }) => theme.color.sand};
  }
  &[aria-pressed='true'] {
    background: color-mix(in srgb, ${({ theme }) => theme.color.accent} 16%, transparent);
    color: ${({ theme }) => theme.color.accent};
  }
  &[aria-disabled='true'] {
    background: none;
    opacity: 0.4;
    cursor: not-allowed;
  }
  svg {
    flex: none;
    max-width: none;
  }
  /* The number is only visual here, because the accessible name already contains it. */
  &[data-count]::before {
    content: attr(data-count);
    order: 1;
  }
  /* Shows the name as a tooltip on hover and on keyboard focus. */
  &::after {
    content: attr(aria-label);
    position: absolute;
    z-index: 5;
    inset-block-start: calc(100% + 0.35rem);
    inset-inline-start: 50%;
    padding: 0.25rem 0.5rem;
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-size: 0.75rem;
    line-height: 1.3;
    white-space: nowrap;
    translate: -50% 0;
    pointer-events: none;
    visibility: hidden;
  }
  &:is(:hover, :focus-visible):not([aria-expanded='true'])::after {
    visibility: visible;
  }
  &[data-tip='start']::after {
    inset-inline: auto 0;
    translate: none;
  }
  &[data-tip='end']::after {
    inset-inline: 0 auto;
    translate: none;
  }
  @media (hover: none) {
    min-width: 2.75rem;
    min-height: 2.75rem;
    &:hover::after {
      visibility: hidden;
    }
  }
`;

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: OperatorIconName;
  /** The accessible name. It is also the tooltip. */
  label: string;
  /** A number beside the icon. The label must contain it as well. */
  count?: number;
  /**
   * The direction in which the tooltip extends, for a button at an edge of the window. By default, it is centered.
   */
  tip?: 'start' | 'end' | undefined;
}

/** An icon button with its name as a tooltip. While disabled, it ignores clicks but keeps the focus, like `SmallButton`. */
export function IconButton({ icon, label, count, tip, disabled = false, onClick, ...rest }: Props) {
  return (
    <Look
      type="button"
      {...rest}
      aria-label={label}
      aria-disabled={disabled || undefined}
      data-tip={tip}
      data-count={count}
      onClick={disabled ? undefined : onClick}
    >
      <OperatorIcon name={icon} />
    </Look>
  );
}
