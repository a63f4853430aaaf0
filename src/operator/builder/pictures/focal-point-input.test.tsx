import { expect, it } from 'vitest';
import { clickedPoint, DEFAULT_FOCAL_POINT, movedPoint, formatFocalPoint } from './focal-point-input.tsx';

it('moves by arrow keys, and stays within the picture', () => {
  expect(movedPoint(DEFAULT_FOCAL_POINT, 'ArrowLeft', false)).toEqual({ x: 0.49, y: 0.5 });
  expect(movedPoint(DEFAULT_FOCAL_POINT, 'ArrowDown', true)).toEqual({ x: 0.5, y: 0.6 });
  expect(movedPoint({ x: 0.95, y: 0 }, 'ArrowRight', true)).toEqual({ x: 1, y: 0 });
  expect(movedPoint({ x: 0.95, y: 0 }, 'ArrowUp', false)).toEqual({ x: 0.95, y: 0 });
  expect(movedPoint(DEFAULT_FOCAL_POINT, 'Tab', false)).toBeNull();
});

it('converts a click to fractions of the picture', () => {
  const box = { left: 100, top: 50, width: 400, height: 200 };
  expect(clickedPoint({ clientX: 180, clientY: 200 }, box)).toEqual({ x: 0.2, y: 0.75 });
  expect(clickedPoint({ clientX: 501, clientY: 49 }, box)).toEqual({ x: 1, y: 0 });
});

it('describes a point in words', () => {
  expect(formatFocalPoint({ x: 0.2, y: 0.755 })).toBe('20% from the left, 76% from the top');
});
