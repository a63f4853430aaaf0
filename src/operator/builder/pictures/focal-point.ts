import type { FocalPoint } from '../../../contracts/operators/picture-library.ts';

/** The default focal point. */
export const MIDDLE: FocalPoint = { x: 0.5, y: 0.5 };

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the point after an arrow key: moved by 1 %, with Shift by 10 %. Null for other keys. */
export function movedPoint({ x, y }: FocalPoint, key: string, isLarge: boolean): FocalPoint | null {
  const step = STEPS[key];
  if (!step) return null;
  const size = isLarge ? 0.1 : 0.01;
  return { x: share(x + step[0] * size), y: share(y + step[1] * size) };
}

/** Returns the point of a click, from its position in the picture's box in pixels. */
export function clickedPoint(
  click: { clientX: number; clientY: number },
  box: { left: number; top: number; width: number; height: number },
): FocalPoint {
  return {
    x: share((click.clientX - box.left) / box.width),
    y: share((click.clientY - box.top) / box.height),
  };
}

/** Returns the point in words, such as “20% from the left, 75% from the top”. */
export function pointWords({ x, y }: FocalPoint): string {
  return `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;
}

function share(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1_000) / 1_000));
}
