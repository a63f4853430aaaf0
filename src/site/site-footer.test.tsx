import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import builtIn from '../../fixtures/site-settings.json' with { type: 'json' };
import type { MenuItem } from '../contracts/content.ts';
import { siteSettingsSchema } from '../contracts/site-settings.ts';
import { theme } from '../ui/theme/theme.ts';
import { SiteAppDataContext } from './site-app-data.ts';
import { SiteFooter } from './site-footer.tsx';

const settings = siteSettingsSchema.parse(builtIn);
const item = (id: number, title: string, path: string, children: MenuItem[] = []): MenuItem => ({
  id,
  title,
  url: path,
  path,
  parent: 0,
  target: '',
  classes: [],
  children,
});

function show(footer: MenuItem[], logo = settings.brokerage.logo) {
  const own = { ...settings, brokerage: { ...settings.brokerage, logo } };
  const site = {
    frame: { settings: own, primary: [], footer },
    origin: '',
    year: 2026,
    showFaults: false,
    measurementId: null,
    leadEndpoint: null,
  };
  render(
    <MemoryRouter>
      <ThemeProvider theme={theme}>
        <SiteAppDataContext value={site}>
          <SiteFooter />
        </SiteAppDataContext>
      </ThemeProvider>
    </MemoryRouter>,
  );
}

it('shows every level of its menu, and an entry without a URL is no link', () => {
  show([
    item(1, 'Selling', '', [
      item(2, 'Soon', ''),
      item(3, 'Sell', '/sell', [item(4, 'Staging tips', '/sell/staging-tips')]),
      item(5, 'More', '', [item(6, 'Valuation', '/sell/home-valuation')]),
    ]),
  ]);
  const menu = within(screen.getByRole('navigation', { name: 'Footer' }));
  const links = menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Sell', '/sell'],
    ['Staging tips', '/sell/staging-tips'],
    ['Valuation', '/sell/home-valuation'],
  ]);
  for (const title of ['Selling', 'Soon', 'More']) expect(menu.getByText(title).closest('a')).toBeNull();
});

it('has no navigation if its menu is empty', () => {
  show([]);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('names the brokerage without a picture if the logo may not be shown', () => {
  show([], '');
  expect(screen.queryByRole('img', { name: / logo$/ })).toBeNull();
  expect(screen.getByText(settings.brokerage.name)).toBeTruthy();
});
