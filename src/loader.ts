import { forgetSent, namePost } from './leads/name-post.ts';
import { recordVisit } from './leads/record-visit.ts';
import { startAnalytics } from './leads/start-analytics.ts';

/**
 * All the script a reading visitor gets. It starts the application at the first sign of need: an interactive
 * block near the viewport, a pointer, a touch, a key or a focus. Clicks on what needs the application wait for it.
 * It also notes how the visitor came, counts the page where that is switched on, and has leads sent that could not
 * be sent before.
 */
type Application = typeof import('./entry-client.tsx');

// The server names the files: an import that the bundler sees would bring its own code in here.
const named = document.querySelector<HTMLElement>('script[data-app]')?.dataset ?? {};

let starting: Promise<Application> | undefined;

function start(): Promise<Application> {
  starting ??= load().catch((error: unknown) => {
    // The next need tries again, though not at every move of the pointer: the connection may be back by then.
    setTimeout(() => (starting = undefined), 1000);
    throw error;
  });
  return starting;
}

async function load(): Promise<Application> {
  const { app = '', views = '' } = named;
  // The views of this page's blocks arrive beside the application instead of after it.
  for (const href of views.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  const application: Application = await importOf(app);
  await application.ready;
  return application;
}

/** Imports the first of some files; the others are what it imports. */
async function importOf(names: string) {
  const files = names.split(' ');
  // A browser never asks again for a module that failed once. So nothing is imported before all of it is here.
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
    // A page that loads or scrolls under a resting pointer gets such events too, with nobody there.
    if (event.movementX !== 0 || event.movementY !== 0) need();
  },
  { capture: true, passive: true },
);

addEventListener(
  'click',
  (event) => {
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

// What the browser is posting by itself it posts again when it is pressed again, though the application has come
// meanwhile: sent by that beside the post, it would be a lead of its own.
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
  document.documentElement.dataset['posts'] = target.getAttribute('action') ?? '';
  namePost(target);
});
forgetSent();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) delete document.documentElement.dataset['posts'];
});

// A reloaded document may have entries of the history that the application made before. Until it runs again, going
// to one of them changes nothing but the address.
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

/** Does something once the page has loaded and nothing else is to be done. */
function calm(task: () => void): void {
  const idle = () => {
    // Safari has none.
    if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
    else setTimeout(task, 300);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/** Has leads sent that are kept in this browser, and those forgotten that were sent long ago. */
function resend(): void {
  try {
    const kept = localStorage.getItem('storedLeads') ?? '[]';
    if (kept === '[]' || !named['resend']) return;
  } catch {
    // Where storage is blocked, nothing waits in it.
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

// A page that is made ready ahead of a click has no visitor yet.
if ('prerendering' in document && document.prerendering) {
  document.addEventListener('prerenderingchange', visit, { once: true });
} else {
  visit();
}
