import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../../platform/config.ts';
import { loadEnvironment } from '../../platform/load-environment.ts';
import { ROOT } from '../../platform/root.ts';
import { pictureUrl } from '../../media/pictures.ts';
import { loadBuiltInContent } from '../built-in/load-built-in-content.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { projectBlocks } from '../load-blocks.ts';
import { readOnce } from '../mirror/read-once.ts';
import { restRoot } from '../mirror/rest-root.ts';
import { createSiteLinks } from '../paths/site-links.ts';
import { createSnapshot } from '../snapshot.ts';
import { describeChecks } from './describe-checks.ts';
import { runDoctor, type DoctorContent } from './run-doctor.ts';

const USAGE =
  'Usage: npm run doctor [-- --json]\n' +
  'Checks the connection to WordPress and all content. Exit status: 0 no check failed, 1 a check failed, 2 it could not run.';

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else await examine(values.json ?? false);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function examine(json: boolean): Promise<void> {
  loadEnvironment();
  const config = readConfig(process.env);
  const blocks = await projectBlocks();
  const { content: builtIn } = await loadBuiltInContent(path.join(ROOT, 'fixtures'), blocks);
  const checks = await runDoctor({ config, blocks, builtIn, content: await readContent(config, builtIn) });
  process.stdout.write(`${json ? JSON.stringify(checks, null, 2) : describeChecks(checks)}\n`);
  if (checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

/** Reads WordPress once, so that the command works without a running server and shows the current state. */
async function readContent(
  { wordpress, publicUrl, imageOrigins }: Config,
  builtIn: BuiltInContent,
): Promise<DoctorContent> {
  if (!wordpress) return { snapshot: null, readFault: null, notices: [] };
  try {
    const { contents, notices } = await readOnce({ config: wordpress });
    const homes = [restRoot(wordpress.url).home, ...(publicUrl === null ? [] : [publicUrl])];
    const { home, url } = contents.entries('site').get('site')?.data ?? {};
    const own = [...homes, home, url].filter((each) => typeof each === 'string');
    const origins = [...createSiteLinks(own).origins, ...imageOrigins];
    const pictures = {
      address: ({ url }: { url: string }) => (pictureUrl(url, origins) ? { src: url } : null),
    };
    return { snapshot: createSnapshot({ contents, builtIn, homes, pictures }), readFault: null, notices };
  } catch (error) {
    return {
      snapshot: null,
      readFault: error instanceof Error ? error.message : String(error),
      notices: [],
    };
  }
}
