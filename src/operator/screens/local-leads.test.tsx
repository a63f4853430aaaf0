import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast } from '../../ui/feedback/toast-store.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import LocalLeadsScreen from './local-leads.tsx';

const KEY = 'storedLeads';
const lead = {
  contactId: 'abc',
  firstName: 'Maria',
  lastName: 'Sample',
  email: 'maria@example.com',
  phone: '',
  source: 'Buy Page',
  message: '',
  timestamp: '2026-01-02T03:04:05.000Z',
  contactMethod: 'email',
  tags: [],
};
const local = { ...lead, contactId: 'local_1', firstName: 'Tom', timestamp: '2026-01-03T03:04:05.000Z' };
const unsent = { ...local, contactId: 'local_2', unsent: { session: 's', requests: [] } };

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const stored = () => localStorage.getItem(KEY);

beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => dismissToast());
  vi.restoreAllMocks();
});

it('explains that it shows only this browser, and where all leads are', () => {
  renderScreen(<LocalLeadsScreen />);
  expect(screen.getByText('this browser only')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Leads' }).getAttribute('href')).toBe('/admin/leads');
  expect(screen.getByText('No leads in this browser')).toBeTruthy();
});

it('lists leads newest first, and marks those that are not synced', async () => {
  localStorage.setItem(KEY, JSON.stringify([lead, local]));
  renderScreen(<LocalLeadsScreen />);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => /Tom|Maria/.exec(row.textContent)?.[0])).toEqual(['Tom', 'Maria']);
  expect(rows.map((row) => /Not synced|Synced/.exec(row.textContent)?.[0])).toEqual(['Not synced', 'Synced']);
  localStorage.setItem(KEY, JSON.stringify([lead]));
  await press('Refresh');
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

it('clears only after a confirmation', async () => {
  localStorage.setItem(KEY, JSON.stringify([lead]));
  renderScreen(<LocalLeadsScreen />);
  await press('Clear all');
  await press('Cancel');
  expect(stored()).not.toBeNull();
  await press('Clear all');
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear all' }).at(-1) ?? document.body);
  expect(stored()).toBeNull();
  expect(screen.getByText('Cleared')).toBeTruthy();
  expect(screen.getByText('No leads in this browser')).toBeTruthy();
});

it('warns before clearing leads that the server does not have', async () => {
  localStorage.setItem(KEY, JSON.stringify([unsent]));
  renderScreen(<LocalLeadsScreen />);
  await press('Clear all');
  expect(screen.getByRole('dialog').textContent).toContain('The server does not have one of them yet');
});

it('reports that loading, clearing or exporting failed', async () => {
  localStorage.setItem(KEY, '{ no list');
  const { unmount } = renderScreen(<LocalLeadsScreen />);
  expect(screen.getAllByText('Failed to load').length).toBeGreaterThan(0);
  expect(screen.getByText('The leads stored in this browser could not be read.')).toBeTruthy();

  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('No.', 'SecurityError');
  });
  await press('Clear all');
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear all' }).at(-1) ?? document.body);
  expect(screen.getByText('Failed to clear')).toBeTruthy();
  unmount();

  localStorage.setItem(KEY, JSON.stringify([lead]));
  renderScreen(<LocalLeadsScreen />);
  vi.stubGlobal('URL', {
    createObjectURL: () => {
      throw new TypeError('No.');
    },
  });
  await press('Export');
  vi.unstubAllGlobals();
  expect(screen.getByText('Failed to export')).toBeTruthy();
});

it('exports the stored leads as a JSON file', async () => {
  localStorage.setItem(KEY, JSON.stringify([lead, local]));
  const files: Blob[] = [];
  const create = (file: Blob) => `blob:${files.push(file)}`;
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  renderScreen(<LocalLeadsScreen />);
  await press('Export');
  expect(saved).toEqual([expect.stringMatching(/^local-leads-\d{4}-\d\d-\d\d\.json$/)]);
  expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual([local, lead]);
});
