import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { hydratePlacement } from './placement-root.tsx';

const placement: ResolvedPlacement = {
  key: 'ask',
  block: 'contact-form',
  region: 'main',
  script: 'near',
  props: {},
};

afterEach(() => document.body.replaceChildren());

/** Starts to hydrate a form with a text field and a button. */
function startHydrating() {
  const onInput = vi.fn<() => void>();
  const onClick = vi.fn<() => void>();
  const tree = (
    <form>
      <input name="city" defaultValue="" onInput={onInput} />
      <button type="button" onClick={onClick}>
        Reset
      </button>
    </form>
  );
  const place = document.createElement('div');
  place.innerHTML = renderToString(tree);
  document.body.append(place);
  const hydrated = hydratePlacement(place, placement, tree);
  const input = place.querySelector('input');
  const button = place.querySelector('button');
  if (!input || !button) throw new Error('The form was not rendered.');
  return { hydrated, input, button, onInput, onClick };
}

it('hides typed input from React until the placement is hydrated', async () => {
  const { hydrated, input, onInput } = startHydrating();
  input.value = 'Ankeny';
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(onInput).not.toHaveBeenCalled();
  const root = await hydrated;
  expect(document.querySelector('input')).toBe(input);
  expect(input.value).toBe('Ankeny');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  expect(onInput).toHaveBeenCalledTimes(1);
  root.unmount();
});

it('lets a click on a button through, and handles it', async () => {
  const { hydrated, button, onClick } = startHydrating();
  button.click();
  expect(onClick).toHaveBeenCalledTimes(1);
  (await hydrated).unmount();
});
