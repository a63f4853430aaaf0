import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import { theme } from '../theme/theme.ts';
import { Accordion } from './accordion.tsx';
import { KeyFigures } from './key-figures.tsx';
import { ListLines, ListRows } from './list-rows.tsx';

type Show = (texts: readonly string[]) => ReactNode;

const LISTS: Readonly<Record<string, Show>> = {
  'rows of a list': (texts) => (
    <ListRows of={{ rows: texts.map((text) => ({ text })) }}>{({ text }) => <p>{text}</p>}</ListRows>
  ),
  'lines of a text': (texts) => (
    <ul>
      <ListLines of={texts.join('\n')} />
    </ul>
  ),
  figures: (texts) => <KeyFigures of={{ rows: texts.map((label) => ({ label, figure: '' })) }} />,
  'items of an accordion': (texts) => (
    <Accordion name="questions" items={texts.map((title) => ({ title, content: '' }))} />
  ),
};

it.each(Object.entries(LISTS))('%s with equal texts can be removed one by one', (_, show) => {
  const themed: Show = (texts) => <ThemeProvider theme={theme}>{show(texts)}</ThemeProvider>;
  const { container, rerender } = render(themed(['A', 'B', 'A']));
  expect(container.textContent).toBe('ABA');
  rerender(themed(['B', 'A']));
  expect(container.textContent).toBe('BA');
});
