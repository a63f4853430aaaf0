import { act } from '@testing-library/react';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import {
  createPath,
  MemoryRouter,
  NavigationType,
  StaticRouter,
  useLocation,
  useNavigate,
} from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BlockFaultContext,
  type BlockFault,
  PlacementKeyContext,
  AppWrapperContext,
} from './placement-context.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { hydratePlacement, isPlacementClaimed, keepEarlyRoot, placementTree } from './placement-root.tsx';
import { PlacementView } from './placement-view.tsx';
import {
  BlockViewRegistryContext,
  createBlockViewRegistry,
  type BlockViewRegistry,
} from './block-view-registry.ts';
import { saveServerHtml } from './server-html.ts';

const placement = (): ResolvedPlacement => ({
  block: 'form',
  key: 'quick',
  region: 'main',
  props: {},
  script: 'near',
});

/** A minimal form that shows its location and counts its clicks. */
function Form() {
  const id = useId();
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const key = useContext(PlacementKeyContext);
  const [clicks, setClicks] = useState(0);
  return (
    <form method="post">
      <label htmlFor={id}>Name</label>
      <input id={id} name="name" defaultValue="" />
      <output>{`${key} ${pathname}${hash} ${clicks}`}</output>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        Count
      </button>
      <button type="button" onClick={() => void navigate('/away')}>
        Leave
      </button>
    </form>
  );
}

let draft: string | undefined;

/** A form that, like the lead forms, is at its first step when hydrated, and then continues from a draft. */
function Draft() {
  const [step, setStep] = useState(1);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!input.current) return;
    draft ??= input.current.value;
    input.current.value = draft;
    setStep(2);
  }, []);
  return (
    <form method="post">
      <input ref={input} name="name" defaultValue="" />
      <output>{`step ${step}`}</output>
      <button type="button" onClick={() => setStep(step + 1)}>
        Count
      </button>
    </form>
  );
}

let go: ReturnType<typeof useNavigate> | undefined;

/** Shows the form at `/`, and another page at any other path. */
function Page({ quick }: { quick: ResolvedPlacement }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    go = navigate;
  }, [navigate]);
  return pathname === '/' ? <PlacementView placement={quick} first={false} /> : <p>Elsewhere</p>;
}

const faults: BlockFault[] = [];
const report = (fault: BlockFault) => faults.push(fault);
const recovered: unknown[] = [];
let near: (() => void)[] = [];

function page(registry: BlockViewRegistry, quick: ResolvedPlacement) {
  return (
    <BlockViewRegistryContext value={registry}>
      <BlockFaultContext value={{ report, show: false }}>
        <Page quick={quick} />
      </BlockFaultContext>
    </BlockViewRegistryContext>
  );
}

type Early = (place: HTMLElement, quick: ResolvedPlacement, registry: BlockViewRegistry) => Promise<void>;

/**
 * Renders the document as the server does, then hydrates it. `code` controls when the form's code loads. `early` runs
 * before the application.
 */
async function open(code: () => Promise<{ default: typeof Form }>, early?: Early, onServerCode = Form) {
  const quick = placement();
  const onServer = createBlockViewRegistry({ form: () => Promise.resolve({ default: onServerCode }) });
  await onServer.load(['form']);
  const toHtml = (node: ReactNode, identifierPrefix: string) =>
    renderToString(<StaticRouter location="/">{node}</StaticRouter>, { identifierPrefix });
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(
    <StaticRouter location="/">
      <AppWrapperContext value={{ around: (view) => view, toHtml }}>
        {page(onServer, quick)}
      </AppWrapperContext>
    </StaticRouter>,
  );
  saveServerHtml(root, [quick]);
  const registry = createBlockViewRegistry({ form: code });
  const place = document.getElementById('quick');
  if (place) await early?.(place, quick, registry);
  await act(async () => {
    hydrateRoot(root, <MemoryRouter>{page(registry, quick)}</MemoryRouter>, {
      onRecoverableError: (error) => recovered.push(error),
    });
  });
  return { root, input: field() };
}

function field(): HTMLInputElement {
  const input = document.querySelector('input');
  if (!input) throw new Error('There is no form.');
  return input;
}

const output = () => document.querySelector('output')?.textContent;
const press = (name: string) =>
  act(async () => {
    [...document.querySelectorAll('button')].find((each) => each.textContent === name)?.click();
  });
const comeNear = () => act(async () => near.forEach((each) => each()));
const move = (to: string) => act(async () => go?.(to));

beforeEach(() => {
  faults.length = 0;
  recovered.length = 0;
  draft = undefined;
  near = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: () => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.#notify = () => notify([{ isIntersecting: true }]);
      }
      observe() {
        near.push(this.#notify);
      }
      disconnect() {
        near = near.filter((each) => each !== this.#notify);
      }
    },
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('a placement whose view loads when it is near', () => {
  it('keeps typed text, focus and ids when it is hydrated', async () => {
    const code = vi.fn(() => Promise.resolve({ default: Form }));
    const { root, input } = await open(code);
    input.value = 'Ann';
    input.focus();
    input.setSelectionRange(1, 2);
    const before = root.innerHTML;
    expect(code).not.toHaveBeenCalled();
    await comeNear();
    expect(field()).toBe(input);
    expect(root.innerHTML).toBe(before);
    expect([input.value, document.activeElement, input.selectionStart]).toEqual(['Ann', input, 1]);
    await press('Count');
    expect(output()).toBe('quick / 1');
    expect(recovered).toEqual([]);
  });

  it('follows the application’s URL and can navigate', async () => {
    await open(() => Promise.resolve({ default: Form }));
    await comeNear();
    await move('/#quick');
    expect(output()).toBe('quick /#quick 0');
    await press('Leave');
    expect(document.body.textContent).toBe('Elsewhere');
    await move('/');
    expect(output()).toBe('quick / 0');
  });

  it('keeps typed text when the visitor navigates before its view has loaded', async () => {
    let arrive: (() => void) | undefined;
    const here = new Promise<void>((resolve) => (arrive = resolve));
    const { input } = await open(() => here.then(() => ({ default: Form })));
    input.value = 'Ann';
    await comeNear();
    await move('/#quick');
    expect(field()).toBe(input);
    await move('/away');
    expect(document.body.textContent).toBe('Elsewhere');
    await move('/');
    expect(field().value).toBe('Ann');
    await act(async () => arrive?.());
    await comeNear();
    await press('Count');
    expect(field().value).toBe('Ann');
    expect(output()).toBe('quick / 1');
    expect(recovered).toEqual([]);
  });

  it('starts anew, with its draft, when the visitor leaves while its view is hydrated, and returns', async () => {
    const errors: unknown[] = [];
    const note = (event: ErrorEvent) => {
      event.preventDefault();
      errors.push(event.error);
    };
    addEventListener('error', note);
    const { input } = await open(() => Promise.resolve({ default: Draft }), undefined, Draft);
    input.value = 'Ann';
    await act(async () => {
      near.forEach((each) => each());
      // The code has arrived then, and React has begun to hydrate.
      await new Promise((resolve) => setTimeout(resolve));
      void go?.('/away');
    });
    expect(document.body.textContent).toBe('Elsewhere');
    await move('/');
    await comeNear();
    expect(output()).toBe('step 2');
    expect(field().value).toBe('Ann');
    await press('Count');
    expect(output()).toBe('step 3');
    removeEventListener('error', note);
    expect(errors).toEqual([]);
  });

  it('keeps its state when the application takes over a form that already ran on its own', async () => {
    let first: HTMLInputElement | undefined;
    const { root, input } = await open(
      () => Promise.resolve({ default: Form }),
      async (place, placement, registry) => {
        await registry.load(['form']);
        const content = placementTree({
          placement,
          first: false,
          registry,
          around: (view) => view,
          location: { pathname: '/', search: '', hash: '', state: null, key: 'default' },
          navigationType: NavigationType.Pop,
          navigator: {
            createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
            go: () => {},
            push: () => {},
            replace: () => {},
          },
        });
        expect(isPlacementClaimed(place)).toBe(false);
        await act(async () => keepEarlyRoot(place, hydratePlacement(place, placement, content)));
        expect(isPlacementClaimed(place)).toBe(true);
        first = field();
        first.value = 'Ann';
        await press('Count');
        expect(output()).toBe('quick / 1');
      },
    );
    expect(input).toBe(first);
    expect(field().value).toBe('Ann');
    await press('Count');
    expect(output()).toBe('quick / 2');
    await move('/#quick');
    expect(output()).toBe('quick /#quick 2');
    expect(near).toEqual([]);
    await press('Leave');
    expect(root.textContent).toBe('Elsewhere');
    expect(recovered).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('keeps the server’s form if its view fails to load, reports that once, and retries when touched', async () => {
    let offline = true;
    const { root, input } = await open(() =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ default: Form }),
    );
    const before = root.innerHTML;
    input.value = 'Ann';
    await comeNear();
    await act(async () => input.focus());
    expect(root.innerHTML).toBe(before);
    expect(faults).toEqual([expect.objectContaining({ kind: 'chunk-failed', key: 'quick' })]);
    offline = false;
    await act(async () => input.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    await press('Count');
    expect(output()).toBe('quick / 1');
    expect(field().value).toBe('Ann');
  });
});
