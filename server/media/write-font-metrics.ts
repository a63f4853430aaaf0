import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../platform/root.ts';
import { fontMetrics } from './font-metrics.ts';

/** Build step: measures the web fonts, so that the fallback fonts can take the same space. */
const file = path.join(ROOT, 'src/ui/theme/font-metrics.json');
writeFileSync(file, `${JSON.stringify(await fontMetrics(), null, 2)}\n`);
