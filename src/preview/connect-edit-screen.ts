import type { PageDocument } from '../contracts/content.ts';
import type { EditorMessage, PreviewMessage, PreviewPageResponse } from '../contracts/preview.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { findField } from './find-field.ts';
import { isObjectOrArray } from './field-leaves.ts';

interface Options {
  /** The origin of wp-admin. */
  editor: string;
  token: string;
  /** Returns the page that is currently shown. */
  page: () => PageDocument;
  show: (page: PageDocument) => Promise<void>;
  /** Renders a placement of the page outside of the document; null if its view fails. */
  render: (placement: ResolvedPlacement) => Element | null;
}

const NOT_SHOWN = 'The site could not show this.';

type Values = Extract<EditorMessage, { type: 'lintel-values' }>['values'];

/**
 * Exchanges messages with the WordPress edit screen around the preview: shows the page with the values that the editor
 * types, outlines the section whose field has the focus, and reports the field that a click selects. Our server
 * resolves the values in the same way as saved ones. During a request, only the newest values are queued, so
 * intermediate ones are skipped. Returns a function that stops the exchange.
 */
export function connectEditScreen({ editor, token: first, page, show, render }: Options): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let token = first;
  let waiting: Values | null = null;
  let running = false;
  const send = (message: PreviewMessage) => window.parent.postMessage(message, editor);

  /** Shows the page. Resolves to null, or to an error message if that fails, so that later values are still shown. */
  const shown = (next: PageDocument) =>
    show(next).then(
      () => null,
      () => NOT_SHOWN,
    );

  async function update(): Promise<void> {
    if (running) return;
    running = true;
    while (waiting) {
      const values = waiting;
      waiting = null;
      const result = await resolved(token, values);
      if (result === 'expired') {
        // Keep these values until the edit screen responds with a new token, unless newer values have arrived.
        waiting ??= values;
        send({ type: 'lintel-expired' });
        break;
      }
      const error = typeof result === 'string' ? result : await shown(result);
      send({ type: 'lintel-shown', error });
    }
    running = false;
  }

  const onMessage = (event: MessageEvent<unknown>) => {
    if (event.origin !== editor || event.source !== window.parent) return;
    const message = readMessage(event.data);
    if (!message) return;
    if (message.type === 'lintel-focus') {
      outline(message.placement, true);
      return;
    }
    if (message.type === 'lintel-token') token = message.token;
    else waiting = message.values;
    void update();
  };
  addEventListener('message', onMessage, { signal });

  addEventListener(
    'click',
    (event) => {
      const element = event.target instanceof Element ? event.target : null;
      // A click selects a field and never opens another page.
      if (element?.closest('a[href]')) event.preventDefault();
      const section = element?.closest('[data-placement]');
      if (!element || !section) return;
      const placement = page().placements.find(({ key }) => key === section.id);
      if (!placement) return;
      outline(placement.key, false);
      const { target } = findField(
        { placement, element: section, render: (props) => render({ ...placement, props }) },
        element,
      );
      send({ type: 'lintel-field', ...target });
    },
    { capture: true, signal },
  );

  send({ type: 'lintel-ready' });
  return () => listening.abort();
}

/**
 * Requests the page with these values from our server. Returns the page, `expired` if the token has expired, or an
 * error message.
 */
async function resolved(token: string, values: Values): Promise<PageDocument | 'expired' | string> {
  const response = await fetch(`/preview/page?token=${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
  }).catch(() => null);
  if (!response) return 'The site did not answer. The next change tries again.';
  const answer: Partial<PreviewPageResponse> & { fault?: string; error?: string } = await response
    .json()
    .catch(() => ({}));
  if (response.ok) return answer.document ?? NOT_SHOWN;
  return answer.fault === 'expired' ? 'expired' : (answer.error ?? NOT_SHOWN);
}

function readMessage(data: unknown): EditorMessage | null {
  if (!isObjectOrArray(data)) return null;
  const { type, values, placement, token } = data;
  if (type === 'lintel-values' && isObjectOrArray(values)) return { type, values };
  if (type === 'lintel-focus' && typeof placement === 'string') return { type, placement };
  if (type === 'lintel-token' && typeof token === 'string') return { type, token };
  return null;
}

/**
 * Outlines the section with this key, and no other. With `scroll`, also scrolls to it, unless it starts in the upper
 * half of the window or above and ends below the upper quarter.
 */
function outline(placement: string, scroll: boolean): void {
  for (const other of document.querySelectorAll('[data-preview-outline]')) {
    other.removeAttribute('data-preview-outline');
  }
  const section = document.getElementById(placement);
  section?.setAttribute('data-preview-outline', '');
  if (!section || !scroll) return;
  const { top, bottom } = section.getBoundingClientRect();
  const isInSight = top < innerHeight / 2 && bottom > innerHeight / 4;
  if (!isInSight) section.scrollIntoView({ block: 'start' });
}
