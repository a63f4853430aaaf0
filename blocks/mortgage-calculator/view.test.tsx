import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, StaticRouter, useLocation } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { describe, expect, it } from 'vitest';
import type { PropsOf } from '../../src/builder/block.ts';
import { PlacementKeyContext } from '../../src/builder/placement-context.ts';
import { theme } from '../../src/ui/theme/theme.ts';
import type block from './block.ts';
import View from './view.tsx';

const props: PropsOf<typeof block> = {
  tone: 'paper',
  title: 'Calculator',
  as_of: 'As of November 2026.',
  price: 320_000,
  down: 20,
  rate: 6.5,
  years: 30,
  tax: 1.5,
  insurance: 1_800,
  pmi: 0.6,
  dues: 0,
};

const placed = (
  <ThemeProvider theme={theme}>
    <PlacementKeyContext value="calculator">
      <View {...props} />
    </PlacementKeyContext>
  </ThemeProvider>
);

function Address() {
  const { search, hash } = useLocation();
  return <p data-testid="address">{search + hash}</p>;
}

function serverPage(search: string): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = renderToString(<StaticRouter location={`/guide${search}`}>{placed}</StaticRouter>);
  return element;
}

describe('without script', () => {
  it('calculates the result from the URL', () => {
    const page = serverPage('?mc_price=250,000&mc_down=50000&mc_rate=6&mc_tax=0&mc_insurance=');
    expect(page.querySelector('output')?.textContent).toBe('$1,199.10');
    expect(page.querySelector('form')?.getAttribute('action')).toBe('#calculator');
    expect(page.querySelector<HTMLInputElement>('[name=mc_down]')?.value).toBe('50000');
  });

  it('keeps invalid input and shows the error at its field', () => {
    const page = serverPage('?mc_price=lots&mc_years=0');
    const price = page.querySelector<HTMLInputElement>('[name=mc_price]');
    expect(price?.value).toBe('lots');
    expect(price?.getAttribute('aria-invalid')).toBe('true');
    expect(price?.getAttribute('aria-describedby')).toContain('calculator-price-fault');
    expect(page.querySelector('#calculator-price-fault')?.textContent).toContain('“lots” is not a number');
    expect(page.querySelector('output')).toBeNull();
    expect(page.textContent).not.toContain('NaN');
  });

  it('requires a down payment that is less than the price', () => {
    const page = serverPage('?mc_price=100000&mc_down=100%25');
    expect(page.querySelector('#calculator-down-fault')?.textContent).toContain('less than the price');
  });

  it('renders no style attributes, which the Content-Security-Policy forbids', () => {
    expect(serverPage('').querySelectorAll('[style]')).toHaveLength(0);
  });
});

describe('with script', () => {
  // Each test has a history entry of its own, because a calculator keeps what was typed by the key of the entry.
  let entries = 0;
  const entryAt = (search: string) => {
    entries += 1;
    return { pathname: '/guide', search, key: `entry-${entries}` };
  };

  it('keeps what was typed before hydration', async () => {
    const container = document.body.appendChild(serverPage(''));
    const rate = container.querySelector<HTMLInputElement>('[name=mc_rate]');
    if (rate) rate.value = '5';
    render(<MemoryRouter initialEntries={[entryAt('')]}>{placed}</MemoryRouter>, {
      container,
      hydrate: true,
    });
    await waitFor(() => expect(within(container).getByText('$1,374.26')).toBeDefined());
    expect(rate?.value).toBe('5');
    container.remove();
  });

  it('updates while the visitor types, and shows an error only after the field loses focus', async () => {
    const user = userEvent.setup();
    render(
      <MemoryRouter initialEntries={[entryAt('?utm_source=mail')]}>
        {placed}
        <Address />
      </MemoryRouter>,
    );
    const price = screen.getByLabelText('Home price');
    await user.clear(price);
    await user.type(price, '4');
    expect(screen.getByRole('status').textContent).toBe('$2,168.09');
    await user.tab();
    expect(screen.queryByRole('status')).toBeNull();
    expect(price.getAttribute('aria-invalid')).toBe('true');
    await user.type(price, '00000{Enter}');
    expect(screen.getByRole('status').textContent).toBe('$2,672.62');
    expect(document.activeElement?.id).toBe('calculator-result');
    const address = screen.getByTestId('address').textContent;
    expect(address).toContain('utm_source=mail');
    expect(address).toContain('mc_price=400000');
    expect(address).toContain('#calculator');
  });

  it('goes back to the starting values although the URL has no values', async () => {
    const user = userEvent.setup();
    render(<MemoryRouter initialEntries={[entryAt('?utm_source=mail')]}>{placed}</MemoryRouter>);
    const price = screen.getByLabelText<HTMLInputElement>('Home price');
    await user.clear(price);
    await user.type(price, 'lots');
    await user.tab();
    expect(price.getAttribute('aria-invalid')).toBe('true');
    const link = screen.getByRole('link', { name: 'Back to the starting values' });
    await user.keyboard('{Control>}');
    await user.click(link);
    await user.keyboard('{/Control}');
    expect(price.value).toBe('lots');
    await user.click(link);
    expect(price.value).toBe('320,000');
    expect(screen.getByRole('status').textContent).toBe('$2,168.09');
  });

  it('keeps what was typed for a visitor who comes back to the page', async () => {
    const user = userEvent.setup();
    const entry = entryAt('');
    const view = () => render(<MemoryRouter initialEntries={[entry]}>{placed}</MemoryRouter>);
    const first = view();
    const price = () => screen.getByLabelText<HTMLInputElement>('Home price');
    await user.clear(price());
    await user.type(price(), '400000');
    first.unmount();
    view().unmount();
    view();
    expect(price().value).toBe('400000');
    expect(screen.getByRole('status').textContent).toBe('$2,672.62');
  });
});
