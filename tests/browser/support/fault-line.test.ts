import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { startFaultLine } from './fault-line.ts';

it('swallows the response to a POST, and lets the files of a page through', async () => {
  const server = createServer((_, response) => response.end('Hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const line = await startFaultLine(`http://127.0.0.1:${port}`);
  try {
    line.meet('swallows');
    const giveUp = new AbortController();
    const posted = fetch(line.url, { method: 'POST', body: 'x', signal: giveUp.signal }).catch(
      () => 'nothing',
    );
    await expect.poll(() => line.swallowed()).toBe(1);
    const files = Array.from({ length: 8 }, async (_, index) => (await fetch(`${line.url}/${index}`)).text());
    expect(await Promise.all(files)).toEqual(Array.from({ length: 8 }, () => 'Hello'));
    giveUp.abort();
    expect(await posted).toBe('nothing');
  } finally {
    await line.stop();
    server.closeAllConnections();
    server.close();
  }
});
