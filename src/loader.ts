import { forgetSent, namePost } from './leads/form-draft.ts';
import { recordVisit } from './leads/record-visit.ts';
import { startAnalytics } from './leads/analytics.ts';
import { supplyDialogCommands } from './site/dialog-commands.ts';

/**
 * The only script that visitors need for reading. It starts the application when the visitor interacts with the page or
 * nears an interactive block. Clicks that need the application wait for it. The loader also records how the visitor
 * arrived, tracks the page view if analytics is on, and resends unsent leads.
 */
type Application = typeof import('./entry-client.tsx');

// The server provides the file names: the bundler would add code to this file for every import that it can see.
const named = document.querySelector<HTMLElement>('script[data-app]')?.dataset ?? {};

let starting: Promise<Application> | undefined;

function start(): Promise<Application> {
  starting ??= load().catch((error: unknown) => {
    // The next event tries again, in case the connection is back. The delay prevents a retry on every pointer move.
    setTimeout(() => (starting = undefined), 1000);
    throw error;
  });
  return starting;
}

async function load(): Promise<Application> {
  const { app = '', views = '' } = named;
  // Preload the views of this page's blocks in parallel with the application, not after it.
  for (const href of views.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  const application: Application = await importOf(app);
  await application.ready;
  return application;
}

/** Imports the first of the named files. The others are its dependencies. */
async function importOf(names: string) {
  const files = names.split(' ');
  // A browser never requests a module again after a failure, so all files must have arrived before the import.
  await Promise.all(files.map(arrived));
  return import(/* @vite-ignore */ files[0] ?? '');
}

async function arrived(file: string): Promise<void> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer();
}

const need = () => void start().catch(() => {});

for (const type of ['pointerdown', 'touchstart', 'keydown', 'focusin']) {
  addEventListener(type, need, { capture: true, passive: true });
}

addEventListener(
  'pointermove',
  (event) => {
    // Loading or scrolling under a resting pointer also triggers pointer events, but without movement.
    if (event.movementX !== 0 || event.movementY !== 0) need();
  },
  { capture: true, passive: true },
);

addEventListener(
  'click',
  (event) => {
    // From now on, links to anchors scroll smoothly; see `global-style.ts`.
    document.documentElement.dataset['clicked'] = '';
    if (document.documentElement.dataset['app'] || !event.isTrusted) return;
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-needs-app]') : null;
    if (!element) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void start().then(
      () => element.click(),
      () => {},
    );
  },
  { capture: true },
);

// Mark a form that the browser itself is posting. If the visitor submits it again after the application has started,
// the browser must post it again: sending it from the application as well would create a second lead.
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
  document.documentElement.dataset['posts'] = target.getAttribute('action') ?? '';
  namePost(target);
});
supplyDialogCommands();
forgetSent();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) delete document.documentElement.dataset['posts'];
});

// After a reload, the history may contain entries that the application created. Until the application runs again, going
// back to one of them only changes the URL, so reload the page.
const shown = location.pathname + location.search;
addEventListener('popstate', () => {
  const app = document.documentElement.dataset['app'];
  if (!app && location.pathname + location.search !== shown) location.reload();
});

const near = new IntersectionObserver(
  (entries) => {
    if (entries.some((entry) => entry.isIntersecting)) need();
  },
  { rootMargin: '200px' },
);

/** Runs a task once the page has loaded and the browser is idle. */
function calm(task: () => void): void {
  const idle = () => {
    // Safari does not support `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
    else setTimeout(task, 300);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/** Sends the unsent leads in this browser, and removes old records of leads that the server has. */
function resend(): void {
  try {
    const kept = localStorage.getItem('storedLeads') ?? '[]';
    if (kept === '[]' || !named['resend']) return;
  } catch {
    // If storage is blocked, there are no stored leads.
    return;
  }
  void importOf(named['resend']).then(
    (module: typeof import('./leads/resend-stored-leads.ts')) => module.resendStoredLeads(),
    () => {},
  );
}

function visit(): void {
  recordVisit();
  if (named['measurement']) startAnalytics(named['measurement'], calm);
  calm(() => {
    for (const element of document.querySelectorAll('[data-need="near"]')) near.observe(element);
    resend();
  });
  addEventListener('online', resend);
}

// A prerendered page has no visitor yet.
if ('prerendering' in document && document.prerendering) {
  document.addEventListener('prerenderingchange', visit, { once: true });
} else {
  visit();
}
