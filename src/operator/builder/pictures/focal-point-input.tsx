import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import type { FocalPoint } from '../../../contracts/operators/picture-library.ts';
import { clickedPoint, MIDDLE, movedPoint, pointWords } from './focal-point.ts';

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
  src: string;
  value: FocalPoint | null;
  onChange: (point: FocalPoint) => void;
  /** The id of the help text. */
  describedBy: string;
}

/** An input for the point of a picture that stays visible when it is cropped, set by a click or with the arrow keys. */
export function FocalPointInput({ src, value, onChange, describedBy }: Props) {
  const point = value ?? MIDDLE;
  const move = (event: KeyboardEvent) => {
    const next = movedPoint(point, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <Frame
      role="slider"
      tabIndex={0}
      aria-label="Focal point"
      aria-describedby={describedBy}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(point.x * 100)}
      aria-valuetext={pointWords(point)}
      onKeyDown={move}
      onClick={(event) => onChange(clickedPoint(event, event.currentTarget.getBoundingClientRect()))}
    >
      <img src={src} alt="" draggable={false} />
      <Mark $x={point.x} $y={point.y} />
    </Frame>
  );
}
