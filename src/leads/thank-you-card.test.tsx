import { fireEvent, render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { afterEach, expect, it, vi } from 'vitest';
import fixture from '../../fixtures/site-settings.json';
import { SiteSettingsContext } from '../content/site-settings-context.ts';
import { siteSettingsSchema } from '../contracts/site-settings.ts';
import { theme } from '../ui/theme/theme.ts';
import { submittedSummary, ThankYouCard } from './thank-you-card.tsx';

const settings = siteSettingsSchema.parse(fixture);

function show(props: Partial<Parameters<typeof ThankYouCard>[0]> = {}) {
  render(
    <ThemeProvider theme={theme}>
      <SiteSettingsContext value={settings}>
        <ThankYouCard
          notice={{ kind: 'success', title: 'Thank You!', text: 'Received.' }}
          name="Ann"
          received={[{ label: 'E-mail', value: 'ann@example.com' }]}
          sentAt={Date.parse('2026-11-10T15:02:00-06:00')}
          page="/buy"
          next={{ href: '/blog', text: 'Read the blog', newTab: false }}
          again="Send another"
          onAgain={() => {}}
          {...props}
        />
      </SiteSettingsContext>
    </ThemeProvider>,
  );
}

afterEach(() => vi.useRealTimers());

it('greets by name, repeats the submitted values, and offers a call and a page to read next', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Got it, Ann.' }).tabIndex).toBe(-1);
  expect(screen.getByText('Thank You!')).toBeTruthy();
  expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual(['ann@example.com']);
  expect(screen.getByText(/expect my answer by about 3:12 PM/)).toBeTruthy();
  expect(screen.getByRole('link', { name: `Call ${settings.agent.phone}` }).getAttribute('href')).toBe(
    `tel:${settings.agent.phoneDial}`,
  );
  expect(screen.getByRole('link', { name: 'Read the blog' }).getAttribute('href')).toBe('/blog');
  expect(document.querySelector('img')?.getAttribute('src')).toBe(settings.agent.portrait);
});

it('uses the editor’s answer, and needs no name', () => {
  show({ name: '', answer: 'Within a day.' });
  expect(screen.getByRole('heading', { name: 'Got it.' })).toBeTruthy();
  expect(screen.getByText('Within a day.')).toBeTruthy();
  expect(screen.queryByText(/expect my answer/)).toBeNull();
});

it('names the day of the week if the visitor comes back on another day', () => {
  vi.setSystemTime(Date.parse('2026-11-11T07:00:00-06:00'));
  show({ sentAt: Date.parse('2026-11-10T22:00:00-06:00') });
  expect(screen.getByText(/from 8 AM on Wednesday/)).toBeTruthy();
});

it('links back to the page, and returns to the form in place with script', () => {
  const onAgain = vi.fn();
  show({ onAgain });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send another' });
  expect(button.form?.getAttribute('action')).toBe('/buy');
  expect(button.form && fireEvent.submit(button.form)).toBe(false);
  expect(onAgain).toHaveBeenCalledOnce();
});

it('labels the values, and leaves out empty ones', () => {
  const summary = [
    ['phone', 'Phone'],
    ['about', 'About', [{ value: 'buying', label: 'Buying a home' }]],
    ['message', 'Message'],
  ] as const;
  expect(submittedSummary({ summary }, { phone: ' ', about: 'buying', message: ' Hi ' })).toEqual([
    { label: 'About', value: 'Buying a home' },
    { label: 'Message', value: 'Hi' },
  ]);
  expect(submittedSummary({ summary }, { about: 'buying: My credit' })).toEqual([
    { label: 'About', value: 'My credit' },
  ]);
});
