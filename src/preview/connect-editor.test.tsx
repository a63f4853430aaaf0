import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageDocument } from '../contracts/content.ts';
import { connectEditor } from './connect-editor.ts';

/** The title of a page that cannot be rendered. */
const UNRENDERED = 'not rendered';
const EDITOR = 'https://cms.example.com';

const pageWith = (title: string): PageDocument => ({
  path: '/about',
  slug: 'about',
  head: {
    title,
    description: '',
    canonical: '/about',
    robots: 'noindex',
    image: { src: '/a.png', width: 1, height: 1, alt: '' },
    type: 'website',
  },
  placements: [{ block: 'hero', key: 'hero', region: 'main', props: { title } }],
});

let shown: string[];
let asked: { token: string | null; title: unknown }[];
let answers: ((title: string) => Response | Promise<Response>)[];
const sent = vi.spyOn(window, 'postMessage');

// The page is its own parent here, so messages to the edit screen arrive at this window.
const receive = (data: unknown, origin = EDITOR, source: Window | null = window) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
const typed = (title: string) => ({ type: 'lintel-values', values: { title } });
const messages = () => sent.mock.calls.map(([message, target]) => ({ message, target }));

beforeEach(() => {
  shown = [];
  asked = [];
  answers = [];
  sent.mockReset();
  document.body.innerHTML =
    '<div data-placement="hero" id="hero"><h1>Now <a href="/away">shown</a></h1></div>';
  HTMLElement.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const { title } = JSON.parse(body);
    asked.push({ token: new URL(address, 'http://site').searchParams.get('token'), title });
    return (answers.shift() ?? ((own) => Response.json({ document: pageWith(own) })))(title);
  });
});
afterEach(() => vi.unstubAllGlobals());

// A connection lasts as long as its document, so each test needs an edit screen with a different origin.
let number = 0;
function connect() {
  number += 1;
  const editor = `https://cms${number}.example.com`;
  connectEditor({
    editor,
    token: 'first',
    page: () => pageWith('Now shown'),
    show: async ({ head }) => {
      if (head.title === UNRENDERED) throw new Error('A view failed.');
      shown.push(head.title);
    },
    render: ({ props }) => {
      const element = document.createElement('div');
      element.innerHTML = `<h1>${String(props['title']).replace(/ (.*)/, ' <a href="/away">$1</a>')}</h1>`;
      return element;
    },
  });
  return editor;
}

it('sends a ready message to the edit screen only', () => {
  const editor = connect();
  expect(messages()).toEqual([{ message: { type: 'lintel-ready' }, target: editor }]);
});

it('shows received values, and only the newest of several queued ones', async () => {
  const editor = connect();
  const first = Promise.withResolvers<Response>();
  answers.push(() => first.promise);
  receive(typed('one'), editor);
  receive(typed('two'), editor);
  receive(typed('three'), editor);
  first.resolve(Response.json({ document: pageWith('one') }));
  await expect.poll(() => shown).toEqual(['one', 'three']);
  expect(asked.map(({ title }) => title)).toEqual(['one', 'three']);
});

it('shows the next values after an answer that is no JSON, and after a page that could not be rendered', async () => {
  const error = 'The site could not show this.';
  const editor = connect();
  answers.push(() => new Response('<h1>Bad gateway</h1>'));
  receive(typed('unread'), editor);
  await expect.poll(messages).toContainEqual({ message: { type: 'lintel-shown', error }, target: editor });
  sent.mockClear();
  receive(typed(UNRENDERED), editor);
  await expect.poll(messages).toContainEqual({ message: { type: 'lintel-shown', error }, target: editor });
  receive(typed('after'), editor);
  await expect.poll(() => shown).toEqual(['after']);
});

it('ignores invalid messages, and messages from other origins', async () => {
  const editor = connect();
  receive(typed('foreign'), 'https://evil.example.com');
  receive(typed('from another window'), editor, null);
  for (const odd of [
    null,
    'text',
    {},
    { type: 'lintel-values' },
    { type: 'lintel-values', values: 'text' },
  ]) {
    receive(odd, editor);
  }
  receive(typed('own'), editor);
  await expect.poll(() => shown).toEqual(['own']);
  expect(asked).toHaveLength(1);
});

it('asks for a new token when its own has expired, and then shows the values', async () => {
  const editor = connect();
  answers.push(() => Response.json({ fault: 'expired' }, { status: 403 }));
  receive(typed('late'), editor);
  await expect.poll(messages).toContainEqual({ message: { type: 'lintel-expired' }, target: editor });
  receive({ type: 'lintel-token', token: 'second' }, editor);
  await expect.poll(() => shown).toEqual(['late']);
  expect(asked.map(({ token }) => token)).toEqual(['first', 'second']);
});

it('shows the error, and continues with the next values', async () => {
  const editor = connect();
  answers.push(
    () => Response.json({ fault: 'empty', error: 'There is nothing to preview yet.' }, { status: 404 }),
    () => Promise.reject(new TypeError('offline')),
  );
  const error = () =>
    messages().flatMap(({ message }) => (message.type === 'lintel-shown' ? [message.error] : []));
  receive(typed('one'), editor);
  await expect.poll(error).toEqual(['There is nothing to preview yet.']);
  receive(typed('two'), editor);
  await expect.poll(() => error().at(-1)).toContain('did not answer');
  receive(typed('three'), editor);
  await expect.poll(() => error().at(-1)).toBeNull();
  expect(shown).toEqual(['three']);
});

it('sends the field of the clicked element, outlines its section, and follows no link', () => {
  const editor = connect();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('a')?.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  const message = { type: 'lintel-field', placement: 'hero', field: 'title' };
  expect(messages()).toContainEqual({ message, target: editor });
  expect(document.getElementById('hero')?.hasAttribute('data-preview-outline')).toBe(true);
});

it('outlines the section whose field has the focus, and no other', () => {
  const editor = connect();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div data-placement="faq" id="faq" data-preview-outline></div>',
  );
  receive({ type: 'lintel-focus', placement: 'hero' }, editor);
  const outlined = [...document.querySelectorAll('[data-preview-outline]')].map(({ id }) => id);
  expect(outlined).toEqual(['hero']);
});
