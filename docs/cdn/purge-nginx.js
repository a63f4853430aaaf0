/**
 * Deletes from nginx's cache what has one of the posted keys: `{"keys": ["page:/buy"]}`. The open-source nginx cannot purge
 * by key, but each of its cache files begins with the headers of the answer. Run it as the user of nginx's workers.
 */
import { open, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';

const { CACHE = '/var/cache/nginx/site', PORT = '9000', TOKEN = '' } = process.env;
/** More than nginx's own data and all headers take. */
const HEAD_BYTES = 16_384;

async function keysOf(file) {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1)[0] ?? '';
    return /^surrogate-key: (.*)$/im.exec(head.replaceAll('\r', ''))?.[1]?.split(' ') ?? [];
  } finally {
    await handle.close();
  }
}

async function purge(keys) {
  const entries = await readdir(CACHE, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // nginx itself may have deleted it.
    const has = await keysOf(file).catch(() => []);
    if (has.some((key) => keys.has(key))) await rm(file, { force: true });
  }
}

createServer(async (request, response) => {
  try {
    if (TOKEN !== '' && request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(403).end();
      return;
    }
    const { keys } = await json(request);
    await purge(new Set(keys));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(PORT), '127.0.0.1');
