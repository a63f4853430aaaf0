import { radii } from '../contracts/brand.ts';
import type { PageBarData } from '../contracts/operators/page-builder.ts';
import { builderPath } from '../operator/builder/builder-paths.ts';
import { BOTTOM_BAR_HEIGHT } from '../ui/layout/bottom-bar-height.ts';

/** Controls the element of the bar in the document. */
interface BarView {
  /** Shows the bar with the title, the leads and the faults of a page. */
  show(bar: PageBarData): void;
  hide(): void;
  /** Removes the bar from the document. */
  remove(): void;
}

// On small screens, the page bar is above the bar with the page's actions. The page defines the custom properties.
const CSS = `
:host {
  position: fixed;
  z-index: 8;
  inset-block-end: 1rem;
  inset-inline-start: 1rem;
  display: flex;
  align-items: center;
  gap: 0.75rem;
  max-inline-size: calc(100vw - 2rem);
  padding: 0.375rem 0.375rem 0.375rem 0.5rem;
  border: 1px solid var(--deep-line);
  border-radius: ${radii.m};
  background: var(--deep);
  color: var(--on-deep);
  box-shadow: 0 0.25rem 1rem rgb(0 0 0 / 0.28);
  font-size: 0.9375rem;
  line-height: 1.4;
}
:host([hidden]) { display: none; }
@media (max-width: 47.99rem) {
  :host {
    inset-block-end: calc(${BOTTOM_BAR_HEIGHT} + 0.5rem);
    inset-inline-start: 0.5rem;
    max-inline-size: calc(100vw - 1rem);
  }
  #facts { flex-direction: column; line-height: 1.25; }
  #title { display: none; }
}
@media print { :host { display: none; } }
#facts { display: flex; flex-wrap: wrap; gap: 0 0.75rem; min-inline-size: 0; }
a {
  flex: none;
  padding: 0.375rem 0.75rem;
  border-radius: 6px;
  background: var(--on-deep);
  color: var(--deep);
  font-weight: 600;
  text-decoration: none;
}
a:hover { text-decoration: underline; }
span:empty { display: none; }
#title {
  max-inline-size: 16rem;
  overflow: hidden;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
}
button {
  flex: none;
  display: grid;
  place-items: center;
  min-inline-size: 2.25rem;
  min-block-size: 2.25rem;
  margin-inline-start: auto;
  padding: 0;
  border: 0;
  border-radius: 6px;
  background: none;
  color: inherit;
  font: inherit;
  font-size: 1.625rem;
  line-height: 1;
  cursor: pointer;
}
button:hover { background: var(--deep-line); }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
button:focus-visible { outline-offset: -3px; }
a:focus-visible { outline-color: var(--on-deep); }
`;

// Keeps the bar from covering focused elements.
const AROUND_CSS = `
html { scroll-padding-block-end: 5rem; }
@media (max-width: 47.99rem) { html { scroll-padding-block-end: 9.5rem; } }
`;

// The page's Content-Security-Policy allows no inline styles. It does not apply to constructed style sheets.
function styleSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

function counted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'No' : count} ${count === 1 ? one : many}`;
}

/** Creates the bar at the end of the document, outside the application's root. It is hidden until `show` is called. */
export function createPageBarView(onClose: () => void): BarView {
  const host = document.createElement('aside');
  host.ariaLabel = 'Editing';
  host.hidden = true;
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet(CSS)];
  const around = styleSheet(AROUND_CSS);

  const link = document.createElement('a');
  const title = Object.assign(document.createElement('span'), { id: 'title' });
  const leads = document.createElement('span');
  const faults = document.createElement('span');
  const close = Object.assign(document.createElement('button'), { type: 'button', textContent: '×' });
  close.ariaLabel = 'Close until this tab is closed';
  close.addEventListener('click', onClose);
  const facts = Object.assign(document.createElement('div'), { id: 'facts' });
  facts.append(title, leads, faults);
  root.append(link, facts, close);
  document.body.append(host);

  const setShown = (shown: boolean) => {
    host.hidden = !shown;
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== around);
    document.adoptedStyleSheets = shown ? [...others, around] : others;
  };
  return {
    show(bar) {
      link.href = bar.at === null ? '/admin/pages' : builderPath(bar.at);
      link.textContent = bar.at === null ? 'All pages' : 'Edit this page';
      title.textContent = bar.title ?? '';
      leads.textContent = bar.leads === null ? '' : `${counted(bar.leads, 'lead', 'leads')} in 30 days`;
      faults.textContent = bar.at === null ? '' : counted(bar.faults, 'fault', 'faults');
      setShown(true);
    },
    hide: () => setShown(false),
    remove() {
      setShown(false);
      host.remove();
    },
  };
}
