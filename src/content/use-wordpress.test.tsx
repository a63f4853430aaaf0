import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { inWordPress } from './testing/render-content.tsx';
import { useWordPress } from './use-wordpress.ts';

test('outside of a provider it throws', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => renderHook(() => useWordPress())).toThrow(
    /^No WordPress provider found\. Please wrap with WordPressProvider or MockWordPressProvider$/,
  );
  log.mockRestore();
});

test('inside it hands down one and the same content', () => {
  const { result, rerender } = renderHook(() => useWordPress(), { wrapper: inWordPress() });
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
});
