import { EDITOR_COOKIE } from './contracts/operators/page-bar.ts';
import { dropSentFormDraft, addSessionIdToFormData } from './leads/form-draft.ts';
import { hasGlobalPrivacyControl, recordAttributionTouch } from './leads/record-attribution-touch.ts';
import { startAnalytics } from './leads/analytics.ts';
import { polyfillDialogCommands } from './site/dialog-commands.ts';

/*
 * The only script that visitors need for reading. It runs a view whose block has `script: 'near'`, such as a form or a
 * calculator, without the application when the view is near the viewport or the visitor interacts with it. It starts
 * the application when the visitor interacts with the rest of the page. A click on an element with `data-needs-app` is
 * repeated once the application runs. The loader also records how the visitor arrived, tracks the page view if
 * analytics is on, reports visits that the server cannot count, measures the speed of some page views, resends unsent
 * leads, and loads the page bar for people who have signed in.
 */

type Application = typeof import('./entry-client.tsx');
type Islands = typeof import('./entry-islands.tsx');

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
  const application: Application = await importInSteps(app);
  await application.ready;
  return application;
}

/**
 * Imports the first of the files in `names`, which are separated by spaces, and returns its module. The others are its
 * dependencies; each comes before the files that it imports. Rejects if a file cannot be loaded.
 */
async function importInSteps(names: string) {
  const files = names.split(' ');
  // A browser never requests a module again after a failure, so all files must have arrived before the import.
  await Promise.all(files.map(arrived));
  // One file at a time, so that input is handled in between.
  let last;
  for (const file of files.toReversed()) {
    last = await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return last;
}

async function arrived(file: string): Promise<void> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} answers ${response.status}`);
  await response.arrayBuffer();
}

const need = () => void start().catch(() => {});

let islands: Promise<Islands> | undefined;
const running = new WeakMap<Element, Promise<void>>();

/**
 * Runs the view in an element of the first document without the application. If the document names no files for that,
 * starts the application instead. Does nothing once the application is running, because it runs all views itself.
 */
function run(element: HTMLElement): Promise<unknown> {
  const files = named['islands'];
  if (!files || document.documentElement.dataset['app']) return start();
  islands ??= importInSteps(files);
  const own = running.get(element) ?? islands.then(({ hydrateIsland }) => hydrateIsland(element, need));
  running.set(element, own);
  return own.catch((error: unknown) => {
    // Reset, so that the next event tries again.
    islands = undefined;
    running.delete(element);
    throw error;
  });
}
const runQuietly = (element: HTMLElement) => void run(element).catch(() => {});

const closest = ({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;
const INTERACTIVE = 'a,button,summary,input,select,textarea,label';

for (const type of ['pointerdown', 'keydown', 'focusin']) {
  addEventListener(
    type,
    (event) => {
      const form = closest(event, '[data-need=near]');
      if (form) runQuietly(form);
      // A touch on non-interactive content usually scrolls the page.
      const scrolls = event instanceof PointerEvent && event.pointerType === 'touch';
      if (form ? closest(event, 'a') : !scrolls || closest(event, INTERACTIVE)) need();
    },
    { capture: true, passive: true },
  );
}

addEventListener(
  'pointermove',
  (event) => {
    // Loading or scrolling under a resting pointer also triggers pointer events, but without movement.
    const moves = event.pointerType !== 'touch' && (event.movementX !== 0 || event.movementY !== 0);
    if (moves && !closest(event, '[data-need=near]')) need();
  },
  { capture: true, passive: true },
);

addEventListener(
  'click',
  (event) => {
    // From now on, links to anchors scroll smoothly; see `global-style.ts`.
    document.documentElement.dataset['clicked'] = '';
    if (document.documentElement.dataset['app'] || !event.isTrusted) return;
    const element = closest(event, '[data-needs-app]');
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
// the browser must post it again: sending it from the application as well would create a second lead. While React
// hydrates a form, it stops its events at the root and lets the browser post it, so these listeners capture. `formdata`
// also fires if a script reads the form's values; a post by the browser fires it after all `submit` listeners have run.
let submitted: Event | undefined;
addEventListener('submit', (event) => (submitted = event), { capture: true });
addEventListener(
  'formdata',
  ({ target, formData }) => {
    if (target !== submitted?.target || submitted.defaultPrevented || submitted.eventPhase !== Event.NONE)
      return;
    if (!(target instanceof HTMLFormElement)) return;
    submitted = undefined;
    document.documentElement.dataset['posts'] = target.getAttribute('action') ?? '';
    addSessionIdToFormData(target, formData);
  },
  { capture: true },
);
polyfillDialogCommands();
dropSentFormDraft();
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
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && target instanceof HTMLElement) calm(() => runQuietly(target));
    }
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

/** The interval in milliseconds at which an open page sends unsent leads again. */
const RESEND_MS = 60_000;

/** Sends the unsent leads in this browser, and removes old records of leads that the server has. */
function resend(): void {
  try {
    const kept = localStorage.getItem('storedLeads') ?? '[]';
    if (kept === '[]' || !named['resend']) return;
  } catch {
    // If storage is blocked, there are no stored leads.
    return;
  }
  void importInSteps(named['resend']).then(
    (module: typeof import('./leads/resend-stored-leads.ts')) => module.resendStoredLeads(),
    () => {},
  );
}

/** The share of page views whose speed is measured. The privacy page names it. */
const MEASURED_SHARE = 0.1;

/**
 * Measures the Core Web Vitals of a random `MEASURED_SHARE` of the page views. The others do not load the code for it.
 * Leaves out browsers that send Global Privacy Control.
 */
function measure(): void {
  const { vitals, kind = '' } = named;
  // Automated browsers, such as monitors and tests, are not visitors.
  if (!vitals || navigator.webdriver || hasGlobalPrivacyControl() || Math.random() >= MEASURED_SHARE) return;
  void importInSteps(vitals).then(
    (module: typeof import('./entry-vitals.ts')) => module.measureVitals(kind),
    () => {},
  );
}

/**
 * The URL of the script of the page bar. It contains no hash, because the cached HTML, which is the same for visitors
 * and signed-in people, does not name the script.
 */
const PAGE_BAR = import.meta.env.DEV ? '/src/page-bar/page-bar.ts' : '/page-bar.js';

function reportVisit(): void {
  navigator.sendBeacon('/api/visit', location.pathname);
}

function visit(): void {
  recordAttributionTouch();
  if (named['measurement']) startAnalytics(named['measurement'], calm);
  calm(() => {
    for (const element of document.querySelectorAll('[data-need="near"]')) near.observe(element);
    resend();
    measure();
    // Visitors never have this cookie, so they do not download the bar.
    if (document.cookie.includes(EDITOR_COOKIE)) importInSteps(PAGE_BAR).catch(() => {});
  });
  addEventListener('online', resend);
  // The browser fires no event when the server can be reached again.
  setInterval(resend, RESEND_MS);
}

// While the page is prerendered, nobody is visiting it yet.
if ('prerendering' in document && document.prerendering) {
  document.addEventListener(
    'prerenderingchange',
    () => {
      visit();
      // The server did not count the visit when the page was prerendered.
      reportVisit();
    },
    { once: true },
  );
} else {
  visit();
  // The server does not count pages that a CDN delivers.
  if (named['visit']) reportVisit();
}
