import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * Returns the milliseconds until a page has arrived, over a connection that stays open. It is not decompressed, because
 * `fetch` takes longer for that than the server for the page. Throws unless the page answers 200.
 */
export async function timeOfPage(address: string, headers: Record<string, string> = {}): Promise<number> {
  const began = performance.now();
  const sent = get(address, { agent, headers: { 'Accept-Encoding': 'gzip, deflate, br', ...headers } });
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response?.statusCode !== 200) throw new Error(`${address} answers ${response?.statusCode}.`);
  response.resume();
  await once(response, 'end');
  return performance.now() - began;
}
