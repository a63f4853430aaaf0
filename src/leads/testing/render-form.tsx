import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ThemeProvider } from 'styled-components';
import { vi } from 'vitest';
import fixture from '../../../fixtures/site-settings.json';
import { PlacementKeyContext } from '../../builder/placement-context.ts';
import { SiteSettingsContext } from '../../content/site-settings-context.ts';
import { siteSettingsSchema } from '../../contracts/site-settings.ts';
import { dismissToast } from '../../ui/feedback/toast-store.ts';
import { theme } from '../../ui/theme/theme.ts';
import { FormStatesContext } from '../posted-form-context.ts';
import type { PostedFormState } from '../../contracts/leads/form-state.ts';

export interface SentRequest {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** The props that all forms' views share, except the title. */
export const sharedFormProps = {
  tone: 'sand',
  next: { href: '/neighborhoods', text: 'Take a look', newTab: false },
  again: 'Send another',
} as const;

type Answer = { status: number; body: unknown } | Error;

/** The server's response when a lead is stored. */
export const storedResponse = {
  status: 200,
  body: {
    success: true,
    contactId: 'c1',
    id: 'c1',
    status: 'Success: request sent to trigger execution server',
    isLocalOnly: false,
  },
};

/**
 * Renders a form's view as placement `f` of a page, and replaces `fetch`: it records each request in `requests`, and
 * responds with `answers` in order, then with `storedResponse`. An `Error` in `answers` makes the request fail.
 */
export function renderForm(
  view: ReactElement,
  {
    page = '/buy',
    answers = [],
    posted,
  }: { page?: string; answers?: Answer[]; posted?: PostedFormState } = {},
) {
  dismissToast();
  const requests: SentRequest[] = [];
  const queue = [...answers];
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    requests.push({ method: init.method, path, body: JSON.parse(init.body) });
    const answer = queue.shift() ?? storedResponse;
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  const tree = (
    <MemoryRouter initialEntries={[page]}>
      <ThemeProvider theme={theme}>
        <SiteSettingsContext value={siteSettingsSchema.parse(fixture)}>
          <FormStatesContext value={posted ? { f: posted } : {}}>
            <PlacementKeyContext value="f">{view}</PlacementKeyContext>
          </FormStatesContext>
        </SiteSettingsContext>
      </ThemeProvider>
    </MemoryRouter>
  );
  return { user: userEvent.setup(), requests, ...render(tree) };
}
