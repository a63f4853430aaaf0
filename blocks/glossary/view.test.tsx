import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Link, MemoryRouter, StaticRouter } from 'react-router-dom';
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
const glossary = (rows = items.rows) => (
  <ThemeProvider theme={theme}>
    <PlacementKeyContext value="glossary">
      <View tone="sand" title="Glossary" items={{ rows }} />
    </PlacementKeyContext>
  </ThemeProvider>
);
const placed = glossary();

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

  it('filters by the URL of a link to the same page', async () => {
    const user = userEvent.setup();
    render(
      <MemoryRouter initialEntries={['/guide']}>
        <Link to="/guide?gl_q=history">What is an abstract?</Link>
        <Link to="/guide">All terms</Link>
        {placed}
      </MemoryRouter>,
    );
    const input = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(input, 'taxes');
    await user.click(screen.getByText('What is an abstract?'));
    expect(input.value).toBe('history');
    expect(document.getElementById('term-escrow')?.hidden).toBe(true);
    expect(document.getElementById('term-abstract')?.hidden).toBe(false);
    await user.click(screen.getByText('All terms'));
    expect(input.value).toBe('');
    expect(document.getElementById('term-escrow')?.hidden).toBe(false);
  });

  it('keeps what was typed before the script ran', () => {
    const container = document.body.appendChild(document.createElement('div'));
    const page = <MemoryRouter initialEntries={['/guide?gl_q=taxes']}>{placed}</MemoryRouter>;
    container.innerHTML = renderToString(page);
    const input = container.querySelector('input');
    if (input) input.value = 'history';
    render(page, { container, hydrate: true });
    expect(input?.value).toBe('history');
    expect(document.getElementById('term-escrow')?.hidden).toBe(true);
    container.remove();
  });

  it('loses only the removed term, although another has the same name', () => {
    const names = () => screen.getAllByRole('term').map(({ textContent }) => textContent);
    const [abstract, escrow] = items.rows;
    if (!abstract || !escrow) throw new Error('A row is missing.');
    const { rerender } = render(<MemoryRouter>{glossary([abstract, escrow, abstract])}</MemoryRouter>);
    expect(names()).toEqual(['Abstract', 'Escrow', 'Abstract']);
    rerender(<MemoryRouter>{glossary([escrow, abstract])}</MemoryRouter>);
    expect(names()).toEqual(['Escrow', 'Abstract']);
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
