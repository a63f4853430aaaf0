import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fontMetrics } from './font-metrics.ts';

it('the metrics that `npm run build` stored match the font files', async () => {
  const stored = await readFile(new URL('../../src/ui/theme/font-metrics.json', import.meta.url), 'utf8');
  expect(JSON.parse(stored)).toEqual(await fontMetrics());
});
