import { useQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CrmStatus } from '../../contracts/operators/crm-calls.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { crmLocationsQuery, crmStatusQuery } from './crm-queries.ts';

const RESPONSES: Readonly<Record<string, object>> = {
  '/api/ghl/status': {
    isConfigured: false,
    apiKeyPresent: false,
    oauthCredentialsPresent: false,
    leadsTo: null,
    message: '',
  } satisfies CrmStatus,
  '/api/ghl/locations': { locations: [] },
};
const ask = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', ask);
  ask.mockReset();
  ask.mockImplementation(async (path) => Response.json(RESPONSES[path]));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Status = () => <p>{JSON.stringify(useQuery(crmStatusQuery).data)}</p>;
const Locations = () => <p>{JSON.stringify(useQuery(crmLocationsQuery).data)}</p>;

it.each([
  ['/api/ghl/status', <Status key="s" />, 10_000],
  ['/api/ghl/locations', <Locations key="l" />, 30_000],
])('%s is requested again once its response is stale, and not before', async (path, screen, stale) => {
  const { show } = renderScreen(screen);
  const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const comeBackAfter = async (ms: number) => {
    show(null);
    await settle(ms);
    show(screen);
    await settle(0);
  };
  await settle(0);
  expect(ask).toHaveBeenCalledOnce();
  expect(ask.mock.calls[0]?.[0]).toBe(path);
  await comeBackAfter(stale - 50);
  expect(ask).toHaveBeenCalledOnce();
  await comeBackAfter(100);
  expect(ask).toHaveBeenCalledTimes(2);
});
