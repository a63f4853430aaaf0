import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockGroups } from '../../src/builder/block-groups.ts';
import type { BlockListResponse, CatalogueBlock } from '../../src/contracts/operators/block-catalogue.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

let app: RunningApp;
let operator: OperatorClient;

beforeAll(async () => {
  app = await runApp();
  operator = await signIn(app);
});
afterAll(() => app.stop());

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await operator.send('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

const blockOf = (id: string) => read<CatalogueBlock>(`/api/admin/blocks/block?id=${id}`);

it('lists every block, and resolves each block with its example, with long texts and with invalid values', async () => {
  const { blocks } = await read<BlockListResponse>('/api/admin/blocks');
  expect(blocks.map(({ id }) => id).sort()).toEqual([...app.content.blocks.keys()].sort());
  // Each group is in one place.
  expect(blocks.flatMap(({ group }, at) => (group === blocks[at - 1]?.group ? [] : [group]))).toEqual(
    blockGroups,
  );
  for (const row of blocks) {
    const { block, examples, uses } = await blockOf(row.id);
    expect([row.id, uses.length]).toEqual([row.id, row.uses]);
    expect([row.id, examples.example.placement?.block, examples.example.faults]).toEqual([
      row.id,
      row.id,
      [],
    ]);
    expect([row.id, examples.longest.placement?.block, examples.longest.faults]).toEqual([
      row.id,
      row.id,
      [],
    ]);
    const refused = new Set(examples.invalid.faults.map(({ field }) => field));
    expect([row.id, [...refused].sort()]).toEqual([row.id, Object.keys(block.fields).sort()]);
  }
});

it('shows the built-in content as the example, and in place of invalid values', async () => {
  const { examples, uses } = await blockOf('hero');
  expect(examples.example.placement?.props['title']).toBeTypeOf('string');
  expect(examples.invalid.placement?.props).toEqual(examples.example.placement?.props);
  expect(examples.empty).toEqual({
    placement: null,
    faults: [{ field: 'title', message: 'is empty but needed. Fill it in.' }],
  });
  expect(uses.find(({ path }) => path === '/')).toMatchObject({
    key: 'hero',
    ids: { title: 'hero_title', cta_text: 'cta_button_text' },
  });
});

it('names a block that does not exist', async () => {
  const answer = await operator.send('GET', '/api/admin/blocks/block?id=nobody');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('no such block');
});
