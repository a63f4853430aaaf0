import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { APP_DATA_ID } from './contracts/app-data.ts';
import { firstDocumentData } from './first-document.ts';
import { pageQueryKey } from './site/page-query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it('keeps the page for an application that starts a day later', async () => {
  const page = { placements: [] };
  const data = document.createElement('script');
  data.id = APP_DATA_ID;
  data.type = 'application/json';
  data.textContent = JSON.stringify({ document: page, nearViews: {} });
  document.body.append(data);
  const { queryClient } = firstDocumentData().contexts;
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(queryClient.getQueryData(pageQueryKey(location))).toEqual(page);
});
