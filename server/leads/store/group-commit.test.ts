import { describe, expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

const fault = (code: string) => Object.assign(new Error(code), { code });

describe('jobs', () => {
  it('that arrive together run together, and each gets its own result', async () => {
    const batches: number[] = [];
    const commits = createGroupCommit<number, number>(
      (jobs) => {
        batches.push(jobs.length);
        return Promise.resolve(jobs.map((job) => job * 2));
      },
      { parallel: 1 },
    );
    const results = await Promise.all(Array.from({ length: 300 }, (_, at) => commits.do(at)));
    expect(results).toEqual(Array.from({ length: 300 }, (_, at) => at * 2));
    expect(batches).toEqual([256, 44]);
  });

  it('do not fail because of another job in the batch', async () => {
    const commits = createGroupCommit<number, number>(
      (jobs) => (jobs.includes(3) ? Promise.reject(fault('22P02')) : Promise.resolve([...jobs])),
      { parallel: 1 },
    );
    const results = await Promise.allSettled([1, 2, 3, 4].map((job) => commits.do(job)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('are retried after a conflict', async () => {
    let tries = 0;
    const commits = createGroupCommit<number, number>(
      (jobs) => {
        tries += 1;
        return tries <= 3 ? Promise.reject(fault('23505')) : Promise.resolve([...jobs]);
      },
      { parallel: 1 },
    );
    expect(await commits.do(7)).toBe(7);
    expect(tries).toBe(4);
  });

  it('fail at once, without a retry, if the database cannot be reached', async () => {
    let tries = 0;
    const commits = createGroupCommit<number, number>(
      () => {
        tries += 1;
        return Promise.reject(fault('ECONNREFUSED'));
      },
      { parallel: 1 },
    );
    const results = await Promise.allSettled([1, 2, 3].map((job) => commits.do(job)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(tries).toBe(1);
  });

  it('are refused when too many wait', async () => {
    const commits = createGroupCommit<number, number>((jobs) => Promise.resolve([...jobs]), { parallel: 1 });
    const results = await Promise.allSettled(Array.from({ length: 5001 }, (_, at) => commits.do(at)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
