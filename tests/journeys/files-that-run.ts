import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const OWN_FOLDERS: ReadonlySet<string> = new Set(['server', 'src', 'blocks']);
/** Takes the place of the built site in development, which is where files can be counted. */
const ONLY_IN_DEVELOPMENT = 'dev-build.ts';

/** What V8 reports for one script; see `Profiler.takePreciseCoverage` in the DevTools protocol. */
const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          functionName: z.string(),
          ranges: z.array(z.object({ startOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
});
type ScriptCoverage = z.infer<typeof coverageSchema>['result'][number];

/** Returns the project's files of which a function has run since the last call. */
export type TakeFiles = () => Promise<Set<string>>;
type Send = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

/** Starts counting in a page that the development server serves from the sources. */
export async function countInPage(page: Page): Promise<TakeFiles> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => filesOf(await session.send('Profiler.takePreciseCoverage'));
}

/**
 * Starts counting in a Node process that was started with `--inspect`. `log` is its output, which names the address of
 * the inspector. Worker threads are not counted.
 */
export async function countInProcess(log: string): Promise<{ take: TakeFiles; close: () => void }> {
  const address = /Debugger listening on (ws:\S+)/.exec(log)?.[1];
  if (address === undefined)
    throw new Error(`The process has no inspector. Start it with --inspect.\n${log}`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = z.object({ id: z.number(), result: z.unknown() }).safeParse(JSON.parse(String(data)));
    if (message.success) waiting.get(message.data.id)?.(message.data.result);
  });
  let lastId = 0;
  const send: Send = (method, params = {}) => {
    lastId += 1;
    const id = lastId;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      waiting.set(id, resolve);
    });
  };
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    take: async () => filesOf(await send('Profiler.takePreciseCoverage')),
    close: () => socket.close(),
  };
}

function filesOf(coverage: unknown): Set<string> {
  const files = coverageSchema.parse(coverage).result.flatMap((script) => {
    const file = projectFile(script.url);
    return file !== null && hasRun(script) ? [file] : [];
  });
  return new Set(files);
}

/**
 * Whether a function of the script has run. The script's own top level does not count, so a file that is only loaded
 * does not either. Vite wraps modules into a function called `anonymous`.
 */
function hasRun({ functions }: ScriptCoverage): boolean {
  return functions.some(({ functionName, ranges: [range] }, index) => {
    const isTopLevel =
      (functionName === '' && range?.startOffset === 0) || (functionName === 'anonymous' && index <= 1);
    return !isTopLevel && (range?.count ?? 0) > 0;
  });
}

/** Converts a script's URL or path into a path in the project. Returns null for everything else. */
function projectFile(url: string): string | null {
  const file = /^https?:/.test(url)
    ? new URL(url).pathname.slice(1)
    : path.relative(PROJECT_FOLDER, url.startsWith('file:') ? fileURLToPath(url) : decodeURI(url));
  if (path.basename(file) === ONLY_IN_DEVELOPMENT) return null;
  const isOwn = OWN_FOLDERS.has(file.split('/', 1)[0] ?? '') && /\.tsx?$/.test(file);
  return isOwn ? file : null;
}
