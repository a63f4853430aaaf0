import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formIds } from '../../src/leads/lead-wire.ts';
import { formsApart } from './forms-apart.ts';

// A real bundler runs here.
vi.setConfig({ testTimeout: 60_000 });

const formViews = formIds.map((form) => `blocks/${form}/view.tsx`);
/** A site as small as it can be. What is said (`log`) keeps the bundler from leaving a module out. */
const SITE: Readonly<Record<string, string>> = {
  'src/loader.ts': `console.log('loader'); void import('./entry-client.tsx');`,
  'src/entry-client.tsx': `import { say } from './ui/say.ts'; say('site'); void import('../blocks/hero/view.tsx');
    ${formViews.map((view) => `void import('../${view}');`).join(' ')}`,
  'src/ui/say.ts': `export function say(what) { console.log('says', what); }`,
  'src/ui/field.ts': `export function field(name) { console.log('field', name); }`,
  'blocks/hero/view.tsx': `import { say } from '../../src/ui/say.ts'; say('hero');`,
  ...Object.fromEntries(
    formViews.map((view) => [
      view,
      `import { say } from '../../src/ui/say.ts'; import { field } from '../../src/ui/field.ts'; say('${view}'); field('${view}');`,
    ]),
  ),
};

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'forms-apart-')));
});
afterEach(() => rm(root, { recursive: true }));

/** Builds the site with some files in other words and a group `app`. Throws what the build throws. */
async function buildSite(app: RegExp, changed: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [file, text] of Object.entries({ ...SITE, ...changed })) {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [formsApart()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: ['src/loader.ts', 'src/entry-client.tsx'].map((entry) => path.join(root, entry)),
        preserveEntrySignatures: 'exports-only',
        output: { codeSplitting: { groups: [{ name: 'app', test: app }] } },
      },
    },
  });
}

it('passes where the application has what other pages need too', async () => {
  await expect(buildSite(/src[/]ui[/]say/)).resolves.toBeUndefined();
  const hero = `import { field } from '../../src/ui/field.ts'; field('hero');`;
  await expect(buildSite(/src[/]ui[/]/, { 'blocks/hero/view.tsx': hero })).resolves.toBeUndefined();
});

it('fails where the application has what only forms import', async () => {
  await expect(buildSite(/src[/]ui[/]/)).rejects.toThrow(
    /Every visitor would download what only forms need:\s+\S*src\/ui\/field\.ts \(in assets\/app-\S+\.js\)/,
  );
});

it('fails where a form’s view has moved, rather than finding nothing', async () => {
  const client = SITE['src/entry-client.tsx']?.replace(`void import('../${formViews[0]}');`, '') ?? '';
  await expect(buildSite(/src[/]ui[/]say/, { 'src/entry-client.tsx': client })).rejects.toThrow(
    /is not where tests\/budgets\/forms-apart\.ts looks/,
  );
});
