import path from 'node:path';
import { PROJECT_ROOT } from '../platform/root.ts';
import { readScenes } from '../media/scenes.ts';
import { loadBuiltInContent } from './built-in/load-built-in-content.ts';
import { writePrebuiltContent } from './built-in/prebuilt-content.ts';
import { publicPages } from './resolve/content-library.ts';
import { sanitiseSource, type HtmlSource } from './html/sanitise-html.ts';
import { htmlKey } from './html/sanitiser.ts';
import { loadProjectBlocks } from './load-blocks.ts';
import { resolvePage } from './resolve/resolve-page.ts';
import { createSnapshot } from './snapshot/snapshot.ts';

/** Build step: validates the built-in content and stores it with sanitized HTML. */
const blocks = await loadProjectBlocks();
const { files, content: builtIn } = await loadBuiltInContent(path.join(PROJECT_ROOT, 'fixtures'), blocks);
const scenes = await readScenes(path.join(PROJECT_ROOT, 'public'));
const snapshot = createSnapshot({ contents: builtIn.contents, builtIn, homes: [] });
const html = new Map<string, string>();
const clean = (source: HtmlSource) => {
  const key = htmlKey(source);
  const known = html.get(key) ?? sanitiseSource(source);
  html.set(key, known);
  return known;
};
const paths = [
  ...publicPages(snapshot, builtIn).map((page) => page.path),
  ...snapshot.posts().map((post) => post.path),
];
for (const at of paths) {
  for (const layout of ['content', 'lead-capture'] as const) {
    for (const showing of [at, `/wp/${at === '/' ? 'home' : at.slice(at.lastIndexOf('/') + 1)}`]) {
      const { answer } = resolvePage({
        snapshot,
        builtIn,
        blocks,
        request: { path: showing, layout },
        now: Date.now(),
        html: clean,
        search: { version: () => 0, search: () => [] },
        scenes,
        options: { homeLayout: null, showFaults: false, allowSampleIndex: false },
      });
      if (answer.status === 200) answer.page();
    }
  }
}
await writePrebuiltContent(PROJECT_ROOT, { files, html });
