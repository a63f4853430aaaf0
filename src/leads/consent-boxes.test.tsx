import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeProvider } from 'styled-components';
import { expect, it } from 'vitest';
import fixture from '../../fixtures/site-settings.json';
import { SiteSettingsContext } from '../content/site-settings-context.ts';
import { siteSettingsSchema } from '../contracts/site-settings.ts';
import { theme } from '../ui/theme/theme.ts';
import { ConsentBoxes } from './consent-boxes.tsx';
import { consentTexts, consentVersion } from '../contracts/leads/consent.ts';

const settings = siteSettingsSchema.parse(fixture);
const name = settings.brokerage.name;

function Form() {
  return (
    <ThemeProvider theme={theme}>
      <SiteSettingsContext value={settings}>
        <form aria-label="Form">
          <ConsentBoxes id="c" />
        </form>
      </SiteSettingsContext>
    </ThemeProvider>
  );
}

it('shows both exact wordings as label and description, with neither box checked or required', () => {
  render(<Form />);
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  const wordings = boxes.map((box) => {
    const terms = document.getElementById(box.getAttribute('aria-describedby') ?? '');
    return `${box.labels?.[0]?.textContent}: ${terms?.textContent}`;
  });
  const { service, marketing } = consentTexts(name);
  expect(wordings).toEqual([service, marketing]);
  for (const box of boxes) {
    expect(box.checked).toBe(false);
    expect(box.required).toBe(false);
  }
});

it('posts each box separately, with the version of the wording, without script', async () => {
  render(<Form />);
  const form = screen.getByRole<HTMLFormElement>('form');
  expect([...new FormData(form)]).toEqual([['_consent', consentVersion(name)]]);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Service/ }));
  expect([...new FormData(form)]).toEqual([
    ['_consent', consentVersion(name)],
    ['consentService', 'on'],
  ]);
});
