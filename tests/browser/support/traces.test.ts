import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { beginTrace, endTrace } from './traces.ts';
import { workerBrowser } from './worker-browser.ts';

it('writes a trace of closed and of open contexts if a test fails, and none if it passes', async () => {
  const browser = await workerBrowser();
  const visit = async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(CONDITION_LIMIT);
    await page.goto('data:text/html,<h1>Hello</h1>');
    return page;
  };
  await beginTrace({ name: 'traces-passing', hasFailed: () => false });
  await (await visit()).close();
  const stays = await visit();
  expect(await endTrace()).toEqual([]);

  await beginTrace({ name: 'traces-failing', hasFailed: () => true });
  await (await visit()).close();
  await stays.getByRole('heading').click();
  const files = await endTrace();
  await stays.close();
  expect(files.map((file) => path.extname(file))).toEqual(['.png', '.zip', '.png', '.zip']);
  for (const file of files) {
    // Zip files start with "PK".
    const start = (await readFile(file)).subarray(0, 4).toString('latin1');
    expect(start).toMatch(file.endsWith('.zip') ? /^PK/ : /^.PNG/);
    await rm(file);
  }
});
