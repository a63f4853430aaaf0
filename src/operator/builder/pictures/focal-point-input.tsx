import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import type { FocalPoint } from '../../../contracts/operators/picture-library.ts';

const Frame = styled.div`
  position: relative;
  width: fit-content;
  max-width: 100%;
  cursor: crosshair;
  touch-action: manipulation;
  &:focus-visible {
    outline: 3px solid ${({ theme }) => theme.color.accent};
    outline-offset: 3px;
  }
  img {
    display: block;
    width: auto;
    max-width: 100%;
    height: auto;
    max-height: 40dvh;
  }
`;

const Mark = styled.span.attrs<{ $x: number; $y: number }>(({ $x, $y }) => ({
  style: { insetInlineStart: `${$x * 100}%`, insetBlockStart: `${$y * 100}%` },
}))`
  position: absolute;
  width: 1.75rem;
  height: 1.75rem;
  border: 3px solid #fff;
  border-radius: 50%;
  background: rgb(0 0 0 / 0.25);
  box-shadow: 0 0 0 2px #111;
  translate: -50% -50%;
  pointer-events: none;
`;

interface Props {
  id: string;
  src: string;
  value: FocalPoint | null;
  onChange: (point: FocalPoint) => void;
  /** The id of the help text. */
  describedBy: string;
}

/**
 * An input for the focal point: the point of a picture that stays visible when the picture is cropped. It is set by a
 * click or with the arrow keys.
 */
export function FocalPointInput({ id, src, value, onChange, describedBy }: Props) {
  const point = value ?? DEFAULT_FOCAL_POINT;
  const move = (event: KeyboardEvent) => {
    const next = movedPoint(point, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <Frame
      id={id}
      role="slider"
      tabIndex={0}
      aria-label="Focal point"
      aria-describedby={describedBy}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(point.x * 100)}
      aria-valuetext={formatFocalPoint(point)}
      onKeyDown={move}
      onClick={(event) => onChange(clickedPoint(event, event.currentTarget.getBoundingClientRect()))}
    >
      <img src={src} alt="" draggable={false} />
      <Mark $x={point.x} $y={point.y} />
    </Frame>
  );
}

/** The default focal point: the center of the picture, as fractions of its width and height. */
export const DEFAULT_FOCAL_POINT: FocalPoint = { x: 0.5, y: 0.5 };

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the focal point after an arrow key, which moves it by 1 %, or by 10 % with Shift (`isLarge`). Returns null
 * for other keys.
 */
export function movedPoint({ x, y }: FocalPoint, key: string, isLarge: boolean): FocalPoint | null {
  const step = STEPS[key];
  if (!step) return null;
  const size = isLarge ? 0.1 : 0.01;
  return { x: share(x + step[0] * size), y: share(y + step[1] * size) };
}

/** Returns the focal point for a click. `click` and `box` (the rectangle of the picture) are in CSS pixels. */
export function clickedPoint(
  click: { clientX: number; clientY: number },
  box: { left: number; top: number; width: number; height: number },
): FocalPoint {
  return {
    x: share((click.clientX - box.left) / box.width),
    y: share((click.clientY - box.top) / box.height),
  };
}

/** Formats a focal point for screen readers, such as “20% from the left, 75% from the top”. */
export function formatFocalPoint({ x, y }: FocalPoint): string {
  return `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;
}

function share(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1_000) / 1_000));
}
