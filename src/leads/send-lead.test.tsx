import { afterEach, expect, it, vi } from 'vitest';
import { APP_DATA_ID } from '../app-data.ts';
import { sendLead } from './send-lead.ts';

vi.mock('./solve-challenge.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(() => vi.unstubAllGlobals());

it('sends a lead without a proof of work whose code did not arrive: nobody could send it again', async () => {
  const data = Object.assign(document.createElement('script'), { id: APP_DATA_ID, type: 'application/json' });
  data.textContent = '{"proofOfWork":true}';
  document.body.append(data);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ success: true, contactId: 'c1' });
  });
  const body = { phone: '515-555-0142' };
  const request = { method: 'POST', path: '/api/ghl/contact', body, judge: 'success' } as const;
  expect(await sendLead(request)).toMatchObject({ kind: 'stored', contactId: 'c1' });
  expect(sent).toEqual([body]);
});
