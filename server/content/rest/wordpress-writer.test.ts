import { expect, test } from 'vitest';
import { createWordPressWriter } from './wordpress-writer.ts';

const config = { url: 'https://cms.example', credentials: null, proxy: null, secret: null };

/** A WordPress with this number of posts, which answers as the real one does. */
const wordpressWith =
  (posts: number): typeof fetch =>
  async (url) => {
    const { searchParams } = new URL(url instanceof Request ? url.url : url);
    const size = Number(searchParams.get('per_page'));
    const start = (Number(searchParams.get('page')) - 1) * size;
    if (start > 0 && start >= posts) {
      const message = 'The page number requested is larger than the number of pages available.';
      return Response.json({ code: 'rest_post_invalid_page_number', message }, { status: 400 });
    }
    const length = Math.min(size, posts - start);
    return Response.json(Array.from({ length }, (_, index) => ({ id: start + index + 1 })));
  };

test.each([0, 1, 99, 100, 101, 200])('lists %i entries', async (count) => {
  const entries = await createWordPressWriter(config, wordpressWith(count)).list('/wp/v2/posts');
  expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test('a first page that WordPress refuses is an error', async () => {
  const refuse = async () => Response.json({ code: 'rest_invalid_param', message: 'No.' }, { status: 400 });
  await expect(createWordPressWriter(config, refuse).list('/wp/v2/posts')).rejects.toThrow('answers 400');
});
