import { buffer, json } from 'node:stream/consumers';
import { z } from 'zod';
import type { FakeSite } from './fake-site.ts';

const details = z.object({
  alt_text: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
  acf: z.record(z.string(), z.unknown()).optional(),
});

/** Makes a fake WordPress accept uploads and changes to its media library. Returns the uploads. */
export function acceptMedia(wordpress: FakeSite) {
  const uploads: { name: string; type: string; bytes: Buffer }[] = [];
  const find = (id: number) => wordpress.lists.media.find((each) => each.id === id);

  /**
   * Makes one picture of the library readable and writable by its id. Without the companion plugin, WordPress ignores the
   * focal point.
   */
  function serve(id: number, { plugin = true } = {}): void {
    wordpress.routes.set(`/wp/v2/media/${id}`, async (_query, request) => {
      const entry = find(id);
      if (!entry) return { status: 404, json: { code: 'rest_post_invalid_id', message: 'No.' } };
      if (request.method === 'POST') {
        const { meta, ...rest } = details.parse(await json(request));
        wordpress.edit('media', id, { ...rest, ...(plugin && meta ? { meta } : {}) });
      }
      return { json: find(id) };
    });
  }

  wordpress.routes.set('/wp/v2/media', async (_query, request) => {
    if (request.method !== 'POST') return null;
    const name = /filename="([^"]*)"/.exec(request.headers['content-disposition'] ?? '')?.[1] ?? '';
    uploads.push({ name, type: request.headers['content-type'] ?? '', bytes: await buffer(request) });
    const id = Math.max(100, ...wordpress.lists.media.map((each) => each.id)) + 1;
    const source_url = `${wordpress.url}/wp-content/uploads/${name}`;
    wordpress.add('media', { id, source_url, media_details: { width: 640, height: 480 } }, 0);
    serve(id);
    return { status: 201, json: find(id) };
  });
  return { uploads, serve };
}
