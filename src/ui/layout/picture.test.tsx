import { render } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { Picture } from './picture.tsx';
import { theme } from '../theme/theme.ts';

const image = {
  src: '/media/a/640',
  srcSet: '/media/a/320 320w, /media/a/640 640w',
  width: 640,
  height: 480,
  alt: 'A',
};

function shown(props: Partial<Parameters<typeof Picture>[0]> = {}): HTMLImageElement {
  const { container } = render(
    <ThemeProvider theme={theme}>
      <Picture image={image} sizes="50vw" {...props} />
    </ThemeProvider>,
  );
  const found = container.querySelector('img');
  if (!found) throw new Error('No picture is shown.');
  return found;
}

it('loads lazily and lets the browser measure the slot, unless it is eager', () => {
  const lazy = shown();
  expect([lazy.getAttribute('loading'), lazy.sizes]).toEqual(['lazy', 'auto, 50vw']);
  const eager = shown({ eager: true });
  expect([eager.getAttribute('loading'), eager.sizes]).toEqual([null, '50vw']);
});

it('gets its color and focal point from a class, because the Content-Security-Policy forbids style attributes', () => {
  const picture = shown({ image: { ...image, placeholder: '#b4472b', focus: '50% 20%' } });
  expect(picture.hasAttribute('style')).toBe(false);
  expect(getComputedStyle(picture).objectPosition).toBe('50% 20%');
  expect(getComputedStyle(picture).backgroundColor).toBe('rgb(180, 71, 43)');
  expect(getComputedStyle(shown()).objectPosition).not.toBe('50% 20%');
});
