import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, StaticRouter } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { describe, expect, it } from 'vitest';
import { PlacementKeyContext } from '../../src/builder/placement-context.ts';
import { theme } from '../../src/ui/theme/theme.ts';
import block from './block.ts';
import View from './view.tsx';

const items = {
  rows: [
    { term: 'Abstract', meaning: '<p>The written history of a title.</p>' },
    { term: 'Escrow', meaning: '<p>Money held for <em>taxes</em> &amp; insurance.</p>' },
  ],
};
const placed = (
  <ThemeProvider theme={theme}>
    <PlacementKeyContext value="glossary">
      <View tone="sand" title="Glossary" items={items} />
    </PlacementKeyContext>
  </ThemeProvider>
);

describe('the glossary', () => {
  it('renders a list with anchors, filtered by the URL, without script', () => {
    const page = document.createElement('div');
    page.innerHTML = renderToString(<StaticRouter location="/guide?gl_q=TAXES">{placed}</StaticRouter>);
    expect(page.querySelector<HTMLElement>('#term-abstract')?.hidden).toBe(true);
    expect(page.querySelector<HTMLElement>('#term-escrow')?.hidden).toBe(false);
    expect(page.querySelector('[role=status]')?.textContent).toBe('1 of 2 terms');
    expect(page.querySelector('input')?.value).toBe('TAXES');
  });

  it('filters the terms while the visitor types', async () => {
    const user = userEvent.setup();
    render(<MemoryRouter>{placed}</MemoryRouter>);
    await user.type(screen.getByRole('searchbox'), 'history');
    expect(document.getElementById('term-escrow')?.hidden).toBe(true);
    await user.clear(screen.getByRole('searchbox'));
    expect(document.getElementById('term-escrow')?.hidden).toBe(false);
  });

  it('lists its terms as plain text in the structured data', () => {
    const absolute = (path: string) => `https://example.com${path}`;
    const site = { pageUrl: 'https://example.com/guide', agentId: 'https://example.com/#agent', absolute };
    expect(block.structuredData?.({ tone: 'sand', title: 'Glossary', items }, site)).toMatchObject({
      '@type': 'DefinedTermSet',
      hasDefinedTerm: [
        { name: 'Abstract', url: 'https://example.com/guide#term-abstract' },
        { name: 'Escrow', description: 'Money held for taxes & insurance.' },
      ],
    });
  });
});
