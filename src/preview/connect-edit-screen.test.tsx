import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageDocument } from '../contracts/content.ts';
import { connectEditScreen } from './connect-edit-screen.ts';

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
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const { title } = JSON.parse(body);
    asked.push({ token: new URL(address, 'http://site').searchParams.get('token'), title });
    return (answers.shift() ?? ((own) => Response.json({ document: pageWith(own) })))(title);
  });
});

let disconnect: () => void = () => {};
afterEach(() => disconnect());
afterAll(() => sent.mockRestore());

function connect(): void {
  disconnect = connectEditScreen({
    editor: EDITOR,
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
}

it('sends a ready message to the edit screen only', () => {
  connect();
  expect(messages()).toEqual([{ message: { type: 'lintel-ready' }, target: EDITOR }]);
});

it('shows received values, and only the newest of several queued ones', async () => {
  connect();
  const first = Promise.withResolvers<Response>();
  answers.push(() => first.promise);
  receive(typed('one'));
  receive(typed('two'));
  receive(typed('three'));
  first.resolve(Response.json({ document: pageWith('one') }));
  await expect.poll(() => shown).toEqual(['one', 'three']);
  expect(asked.map(({ title }) => title)).toEqual(['one', 'three']);
});

it('shows the next values after an answer that is no JSON, and after a page that could not be rendered', async () => {
  const error = 'The site could not show this.';
  connect();
  answers.push(() => new Response('<h1>Bad gateway</h1>'));
  receive(typed('unread'));
  await expect.poll(messages).toContainEqual({ message: { type: 'lintel-shown', error }, target: EDITOR });
  sent.mockClear();
  receive(typed(UNRENDERED));
  await expect.poll(messages).toContainEqual({ message: { type: 'lintel-shown', error }, target: EDITOR });
  receive(typed('after'));
  await expect.poll(() => shown).toEqual(['after']);
});

it('ignores invalid messages, and messages from other origins', async () => {
  connect();
  receive(typed('foreign'), 'https://evil.example.com');
  receive(typed('from another window'), EDITOR, null);
  for (const odd of [
    null,
    'text',
    {},
    { type: 'lintel-values' },
    { type: 'lintel-values', values: 'text' },
  ]) {
    receive(odd);
  }
  receive(typed('own'));
  await expect.poll(() => shown).toEqual(['own']);
  expect(asked).toHaveLength(1);
});

it('asks for a new token when its own has expired, and then shows the values', async () => {
  connect();
  answers.push(() => Response.json({ fault: 'expired' }, { status: 403 }));
  receive(typed('late'));
  await expect.poll(messages).toContainEqual({ message: { type: 'lintel-expired' }, target: EDITOR });
  receive({ type: 'lintel-token', token: 'second' });
  await expect.poll(() => shown).toEqual(['late']);
  expect(asked.map(({ token }) => token)).toEqual(['first', 'second']);
});

it('shows the error, and continues with the next values', async () => {
  connect();
  answers.push(
    () => Response.json({ fault: 'empty', error: 'There is nothing to preview yet.' }, { status: 404 }),
    () => Promise.reject(new TypeError('offline')),
  );
  const error = () =>
    messages().flatMap(({ message }) => (message.type === 'lintel-shown' ? [message.error] : []));
  receive(typed('one'));
  await expect.poll(error).toEqual(['There is nothing to preview yet.']);
  receive(typed('two'));
  await expect.poll(() => error().at(-1)).toContain('did not answer');
  receive(typed('three'));
  await expect.poll(() => error().at(-1)).toBeNull();
  expect(shown).toEqual(['three']);
});

it('sends the field of the clicked element, outlines its section, and follows no link', () => {
  connect();
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  document.querySelector('a')?.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  const message = { type: 'lintel-field', placement: 'hero', field: 'title' };
  expect(messages()).toContainEqual({ message, target: EDITOR });
  expect(document.getElementById('hero')?.hasAttribute('data-preview-outline')).toBe(true);
});

it('outlines the section whose field has the focus, and no other', () => {
  connect();
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div data-placement="faq" id="faq" data-preview-outline></div>',
  );
  receive({ type: 'lintel-focus', placement: 'hero' });
  const outlined = [...document.querySelectorAll('[data-preview-outline]')].map(({ id }) => id);
  expect(outlined).toEqual(['hero']);
});
