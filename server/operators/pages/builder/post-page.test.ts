import { expect, it } from 'vitest';
import { WordPressWriterError } from '../../../content/rest/wordpress-writer.ts';
import type { JsonObject } from '../../../../src/builder/raw-value.ts';
import { postPage } from './post-page.ts';

const acf = { page_layout: '[]', hero_title: 'Come in', hero_desc: '' };

/** A WordPress that responds to its requests in turn with these values or errors, and records what it was sent. */
function answering(...answers: (JsonObject | WordPressWriterError)[]) {
  const sent: [string, JsonObject][] = [];
  const post = async (path: string, body: JsonObject): Promise<JsonObject> => {
    sent.push([path, body]);
    const answer = answers[sent.length - 1] ?? {};
    if (answer instanceof WordPressWriterError) throw answer;
    return { id: 7, ...answer };
  };
  return { sent, post };
}

it('sends a value again that WordPress dropped without an error', async () => {
  const dropped = { acf: { page_layout: '[]', seo_title: '' } };
  const writer = answering(dropped, { acf: { ...dropped.acf, hero_title: 'Come in' } });
  const { entry, fault } = await postPage(writer, { kind: 'page', id: null }, { title: 'A page', acf });
  expect(fault).toBeNull();
  expect(entry).toMatchObject({ id: 7, acf: { hero_title: 'Come in' } });
  expect(writer.sent).toEqual([
    ['/wp/v2/pages', { title: 'A page', acf }],
    ['/wp/v2/pages/7', { acf: { hero_title: 'Come in' } }],
  ]);
});

it('sends nothing a second time if the response contains all values', async () => {
  const writer = answering({ acf: { page_layout: '[]', hero_title: 'Come in' } });
  expect((await postPage(writer, { kind: 'section', id: 7 }, { acf })).fault).toBeNull();
  expect(writer.sent).toHaveLength(1);
});

it('names the values that are still not stored', async () => {
  const dropped = { acf: { page_layout: '[]' } };
  const { fault } = await postPage(answering(dropped, dropped), { kind: 'page', id: 7 }, { acf });
  expect(fault).toContain('hero_title');
  const down = new WordPressWriterError('WordPress does not answer.');
  const { fault: other } = await postPage(answering(dropped, down), { kind: 'page', id: 7 }, { acf });
  expect(other).toMatch(/hero_title: WordPress does not answer/);
  const { fault: third } = await postPage(answering({}), { kind: 'page', id: 7 }, { acf });
  expect(third).toContain('companion plugin is not active');
});
