import { expect, it } from 'vitest';
import { fontFaces } from './font-faces.ts';
import { theme } from './theme.ts';

const rules = fontFaces.split('@font-face').slice(1);
const families = new Set(rules.map((rule) => /font-family: '?([^';]+)/.exec(rule)?.[1]));

it('declare every family that the theme names, and the theme names every family', () => {
  const named = Object.values(theme.font)
    .flatMap((stack) => stack.split(', '))
    .map((name) => name.replaceAll("'", ''))
    .filter((name) => !/^(serif|sans-serif|system-ui|monospace)$/.test(name));
  expect(new Set(named)).toEqual(families);
});

it('keep the line height of the web font, whatever their `size-adjust`', () => {
  const fallbacks = rules.filter((rule) => rule.includes('local('));
  expect(fallbacks.length).toBeGreaterThan(5);
  for (const rule of fallbacks) {
    const part = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(rule)?.[1]) / 100;
    const height = (part('ascent-override') + part('descent-override')) * part('size-adjust');
    const web = /Georgia|Serif/.test(rule) ? 1.233 : 1.2;
    expect(height, rule).toBeCloseTo(web, 3);
    // A value outside this range means that `font-faces.ts` has a wrong width for the system font.
    expect(part('size-adjust'), rule).toBeGreaterThan(0.75);
    expect(part('size-adjust'), rule).toBeLessThan(1.05);
  }
});
