import { cleanup, render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { HeadingLevelContext } from '../../src/builder/placement-context.ts';
import { theme } from '../../src/ui/theme/theme.ts';
import View from './view.tsx';

/** Renders the block, and returns the title of its group. */
function groupTitle(level: 1 | 2): HTMLElement {
  render(
    <ThemeProvider theme={theme}>
      <HeadingLevelContext value={level}>
        <View
          tone="paper"
          title="Sitemap"
          groups={{ rows: [] }}
          posts="Articles"
          others="More pages"
          more={{ rows: [] }}
          sections={[{ title: 'Buying', links: [] }]}
        />
      </HeadingLevelContext>
    </ThemeProvider>,
  );
  return screen.getByRole('heading', { name: 'Buying', level: level + 1 });
}

it('has titles of groups that look the same first on the page and further down', () => {
  const { fontSize } = getComputedStyle(groupTitle(1));
  cleanup();
  expect(getComputedStyle(groupTitle(2)).fontSize).toBe(fontSize);
});
