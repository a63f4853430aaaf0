import type { BuilderPage } from '../../../src/contracts/operators/page-builder.ts';
import type { OperatorClient } from '../sign-in.ts';

/** Opens the page at a path, and publishes other values of its fields, as the page builder does. Returns the response. */
export async function publishValues(
  client: Pick<OperatorClient, 'fetch' | 'send'>,
  at: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const opened = await client.fetch(`/api/admin/pages/page?at=${at}`);
  const { page }: BuilderPage = await opened.json();
  const { modified: base, digest } = page;
  const change = { at: page.at, base, digest, layout: null, values, publish: true };
  return client.send('POST', '/api/admin/pages/save', change);
}
