import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import OauthSuccessScreen, { readAuthorizationOutcome } from './oauth-success.tsx';

const words = () => document.body.textContent;
const warnings = () =>
  screen
    .queryAllByRole('alert')
    .map((alert) => alert.textContent)
    .filter(Boolean);

const connected = { hasJustConnected: true };

it.each(['?code=abc', '?locationId=abc', '?locationId=abc&missing=2'])(
  '%s claims nothing if the server does not know of the connection',
  (query) => {
    renderScreen(<OauthSuccessScreen />, `/oauth/success${query}`);
    expect(words()).toContain('What is connected is shown at /admin/ghl');
    expect(words()).not.toMatch(/is connected\.|Leads that waited|could not be connected/);
  },
);

it.each([
  ['?locationId=abc', 'Leads that waited go out now.'],
  ['?locationId=abc&leadsTo=def&leads=elsewhere', 'Leads go to def.'],
  ['?locationId=abc&leadsTo=def&leads=reconnect', 'they are kept here until that one is connected again'],
  [
    '?locationId=abc&leadsTo=def&leads=unconnected',
    'Leads are set to go to def (GHL_LOCATION_ID), which is not connected: connect def or change the setting.',
  ],
])('%s explains where leads go: %s', (query, sentence) => {
  renderScreen(<OauthSuccessScreen />, `/oauth/success${query}`, connected);
  expect(screen.getByText('The CRM is connected.')).toBeTruthy();
  expect(words()).toContain(sentence);
  expect(words()?.includes('Leads that waited go out now.')).toBe(query === '?locationId=abc');
  expect(warnings()).toEqual([]);
});

it('reports that a different location was connected than requested, and links to the requested one', () => {
  renderScreen(<OauthSuccessScreen />, '/oauth/success?locationId=abc&wanted=def', connected);
  expect(warnings()).toEqual(['Another location was chosen in HighLevel.']);
  expect(screen.getByRole('link', { name: 'Connect it now' }).getAttribute('href')).toBe(
    '/api/oauth/start?locationId=def',
  );
});

it('reports that some locations of the company could not be connected', () => {
  renderScreen(<OauthSuccessScreen />, '/oauth/success?locationId=abc&missing=2', connected);
  expect(warnings()).toEqual(['2 locations of the company could not be connected.']);
});

it.each([
  ['locationId=abc', 'success'],
  ['code=xyz', 'success'],
  ['code=xyz&state=s', 'success'],
  // The location is checked first, so it takes precedence over an error.
  ['locationId=abc&error=access_denied', 'success'],
  ['locationId=abc&code=xyz&error=access_denied', 'success'],
  ['code=xyz&error=access_denied', 'failed'],
  ['error=access_denied', 'failed'],
  ['', 'processing'],
  ['state=s', 'processing'],
  ['locationId=&code=', 'processing'],
])('?%s is %s', (query, authorization) => {
  expect(readAuthorizationOutcome(new URLSearchParams(query))).toBe(authorization);
});
