import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import builtIn from '../../fixtures/site-settings.json' with { type: 'json' };
import type { MenuItem } from '../contracts/content.ts';
import { siteSettingsSchema } from '../contracts/site-settings.ts';
import { theme } from '../ui/theme/theme.ts';
import { SiteAppDataContext } from './site-app-data.ts';
import { SiteHeader } from './site-header.tsx';

const settings = siteSettingsSchema.parse(builtIn);

function show(primary: MenuItem[]) {
  const site = {
    frame: { settings, primary, footer: [] },
    origin: '',
    year: 2026,
    showFaults: false,
    measurementId: null,
    leadEndpoint: null,
  };
  const { container } = render(
    <MemoryRouter>
      <ThemeProvider theme={theme}>
        <SiteAppDataContext value={site}>
          <SiteHeader />
        </SiteAppDataContext>
      </ThemeProvider>
    </MemoryRouter>,
  );
  return () => [...container.querySelectorAll('nav, button, dialog')].map(({ localName }) => localName);
}

it('has its menu twice: in the bar, and in a drawer with a button', () => {
  const buy = { id: 1, title: 'Buy', url: '/buy', path: '/buy', parent: 0 };
  const controls = show([{ ...buy, target: '', classes: [], children: [] }]);
  expect(controls()).toEqual(['nav', 'button', 'dialog', 'button', 'nav']);
});

it('has neither navigation nor drawer if its menu is empty', () => {
  const controls = show([]);
  expect(controls()).toEqual([]);
  expect(screen.getByText(settings.agent.name)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Call/ })).toBeTruthy();
});
