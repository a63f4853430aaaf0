import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../platform/root.ts';
import { generateBrandFiles } from './brand-files.ts';

/** Build step: writes all files that are generated from the brand, such as icons, web manifest and font metrics. */
const manifest = readFileSync(path.join(PROJECT_ROOT, 'public/site.webmanifest'), 'utf8');
for (const [file, content] of await generateBrandFiles(manifest))
  writeFileSync(path.join(PROJECT_ROOT, file), content);
