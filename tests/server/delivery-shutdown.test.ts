import { expect, test } from 'vitest';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { startSite } from '../browser/support/start-site.ts';

test('a server that shuts down completes the deliveries in flight', async () => {
  const crm = await startCrmSandbox();
  // Long enough to stop the server before it has the answer, even on a busy machine.
  crm.faults.set({ delayMs: 3_000, only: 'POST /contacts/', times: 1 });
  const site = await startSite({ ...crm.settings, GHL_INBOUND_WEBHOOK_URL: '' });
  const response = await fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.url },
    body: JSON.stringify({ firstName: 'Wren', lastName: 'Ashdown', email: 'wren.ashdown@example.com' }),
  });
  expect(response.status).toBe(200);
  await expect
    .poll(() => crm.state.requests.map(({ method, path }) => `${method} ${path}`))
    .toContain('POST /contacts/');
  expect(crm.state.notes).toEqual([]);
  await site.stop();
  expect(crm.state.contacts.size).toBe(1);
  expect(crm.state.notes).toHaveLength(1);
  expect(site.log()).toContain('delivery-delivered');
  expect(site.log()).not.toMatch(/wren|ashdown/i);
  await crm.stop();
});
