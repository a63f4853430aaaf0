import { sql, type Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/database/schema/schema.ts';
import type { LeadListResponse } from '../../src/contracts/operators/operator-leads.ts';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

const COLUMNS = ['first_name', 'last_name', 'email', 'message', 'notes'] as const;
/** A text that leads contain within a longer word, and how it is typed. */
const WORDS = [
  ['zebra', ['zebra', 'ZEBRA', 'ebr', 'Zebra z']],
  ['q"u%o_t\\e', ['q"u%o_t\\e', '"u%', '_t\\']],
  ['jx', ['jx', 'JX']],
  // PostgreSQL's index has three characters in a row, so the neighbors of two letters count.
  ['şqjü', ['qj', 'QJ']],
  ['żqkł', ['qk', 'QK']],
  ['@', ['@']],
  ['ørsted', ['ørsted', 'ØRSTED', 'rste']],
  ['żó', ['żó', 'ŻÓ']],
  ['ж', ['ж', 'Ж']],
  ['北京市', ['北京市', '北京', '京']],
  ['👪🏠👪', ['👪🏠👪', '🏠']],
] as const;

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let client: OperatorClient;
  let pattern: Insertable<Database['leads']>;
  beforeAll(async () => {
    app = await runApp(await newDatabase());
    client = await signIn(app);
    await leadBrowser(app).post({ session: 'pattern', elapsed: 60_000, phone: '(515) 555-0100' });
    pattern = await app.database.query.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    await app.database.query.deleteFrom('leads').execute();
    const leads = WORDS.flatMap(([word], index) =>
      COLUMNS.map((column) => ({
        ...blank(`${column}-${index}`),
        [column]: `zz${word}zz`,
      })),
    );
    await app.database.query
      .insertInto('leads')
      .values([
        ...leads,
        blank('other'),
        { ...blank('number'), phone: '641.555.0199', phone_e164: '+16415550199' },
        { ...blank('address'), message: 'about 94110 Oak, 50309' },
      ])
      .execute();
  });
  afterAll(() => app.stop());

  const blank = (id: string) => ({
    ...pattern,
    id,
    session: id,
    first_name: null,
    last_name: null,
    email: null,
    phone: '0',
    phone_e164: null,
    message: null,
    notes: null,
  });
  const found = async (words: string): Promise<string[]> => {
    const answer = await client.fetch(`/api/admin/leads?q=${encodeURIComponent(words)}`);
    const { rows }: LeadListResponse = await answer.json();
    return rows.map(({ id }) => id).toSorted();
  };

  describe.each(WORDS.map(([word, typed], index) => ({ word, typed, index })))(
    '“$word”',
    ({ typed, index }) => {
      it.each(typed)('is found in every column as %s', async (words) => {
        expect(await found(words)).toEqual(COLUMNS.map((column) => `${column}-${index}`).toSorted());
      });
    },
  );

  it.each(['zebrazebra', 'zebra ørsted', 'qjxq', 'ebrzz ♞', '7777'])(
    'finds nothing for %s',
    async (words) => {
      expect(await found(words)).toEqual([]);
    },
  );

  it.each(['641.555.0199', '(641) 555', '6415550199', '+1 641 555 0199', '0199'])(
    'finds the number %s',
    async (words) => {
      expect(await found(words)).toEqual(['number']);
    },
  );

  it.each(['94110', '50309', '94110 oak'])('finds the number %s in a text', async (words) => {
    expect(await found(words)).toEqual(['address']);
  });

  it('follows a change and a deletion', async () => {
    const { query } = app.database;
    await query
      .insertInto('leads')
      .values({ ...blank('changing'), notes: 'walrus' })
      .execute();
    expect(await found('walrus')).toEqual(['changing']);
    await query
      .updateTable('leads')
      .set({ notes: 'narwhal', updated_at: 5 })
      .where('id', '=', 'changing')
      .execute();
    expect([await found('walrus'), await found('narwhal')]).toEqual([[], ['changing']]);
    await query.deleteFrom('leads').where('id', '=', 'changing').execute();
    expect(await found('narwhal')).toEqual([]);
  });

  it('finds a text in more leads than are taken from the index, and one of few leads among them', async () => {
    const many = Array.from({ length: 2_100 }, (_, index) => ({
      ...blank(`many-${index}`),
      // Several of one millisecond, so that a batch of the export ends between two of them.
      created_at: Math.floor(index / 4),
      message: index === 0 ? 'quince and medlar' : 'a quince',
    }));
    for (let at = 0; at < many.length; at += 300) {
      await app.database.query
        .insertInto('leads')
        .values(many.slice(at, at + 300))
        .execute();
    }
    const list = async (words: string) =>
      (await (
        await client.fetch(`/api/admin/leads?q=${encodeURIComponent(words)}`)
      ).json()) as LeadListResponse;
    expect(await list('quince')).toMatchObject({ total: 500, isMore: true });
    const exported: { id: string; createdAt: number }[] = await (
      await client.fetch('/api/admin/leads/export.json?q=quince')
    ).json();
    expect(new Set(exported.map(({ id }) => id)).size).toBe(many.length);
    const times = exported.map(({ createdAt }) => createdAt);
    expect(times).toEqual(many.map((each) => each.created_at).toReversed());
    for (const words of ['medlar', 'quince medlar', 'MEDLAR']) expect(await found(words)).toEqual(['many-0']);
    await app.database.query.deleteFrom('leads').where('id', 'like', 'many-%').execute();
  });

  it('has an index of each searched text', async () => {
    const { engine, query } = app.database;
    const { rows } =
      engine === 'sqlite'
        ? await sql`select 1 from lead_search_terms where term = 'zeb'`.execute(query)
        : await sql`select 1 from pg_indexes where indexname = 'leads_by_text'`.execute(query);
    expect(rows).toHaveLength(1);
  });
});
