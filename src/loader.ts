/**
 * All the script a reading visitor gets. It starts the application at the first sign of need: an interactive
 * block near the viewport, a pointer, a touch, a key or a focus. Clicks on what needs the application wait for it.
 */
type Application = typeof import('./entry-client.tsx');

let starting: Promise<Application> | undefined;

function start(): Promise<Application> {
  starting ??= load().catch((error: unknown) => {
    // The next need tries again: the connection may be back by then.
    starting = undefined;
    throw error;
  });
  return starting;
}

async function load(): Promise<Application> {
  // The views of this page's blocks arrive beside the application instead of after it.
  for (const href of document.querySelector('script[data-views]')?.getAttribute('data-views')?.split(' ') ??
    []) {
    if (href)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  const application = await import('./entry-client.tsx');
  await application.ready;
  return application;
}

const need = () => void start().catch(() => {});

for (const type of ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin']) {
  addEventListener(type, need, { capture: true, passive: true });
}

addEventListener(
  'click',
  (event) => {
    if (document.documentElement.dataset['app'] || !event.isTrusted) return;
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-app]') : null;
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

const near = new IntersectionObserver(
  (entries) => {
    if (entries.some((entry) => entry.isIntersecting)) need();
  },
  { rootMargin: '200px' },
);
for (const element of document.querySelectorAll('[data-need="near"]')) near.observe(element);
