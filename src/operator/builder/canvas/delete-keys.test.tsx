import { beforeEach, expect, it } from 'vitest';
import { deleteKeyFocusOf, sectionIdsToDelete } from './delete-keys.ts';

const page = new Set(['a', 'b']);
const none = new Set<string>();
const ids = (...[focus, chosen, selected]: Parameters<typeof sectionIdsToDelete>) => [
  ...sectionIdsToDelete(focus, chosen, selected),
];

beforeEach(() => {
  document.body.innerHTML = `
    <ol data-outline><li data-outline-row="a"><input type="checkbox" /><button></button></li></ol>
    <div data-puck-component="a"><form><input /><button></button></form></div>
    <div class="ArrayFieldItem-summary" role="group" tabindex="0"></div>`;
});

const focusOn = (selector: string, frame?: Document) => {
  const element = document.querySelector(selector);
  return element && deleteKeyFocusOf(element, frame);
};

it('removes the sections that are chosen in the outline, or the one with the focus', () => {
  expect(ids({ place: 'outline', section: 'c' }, page, 'c')).toEqual(['a', 'b']);
  expect(ids({ place: 'outline', section: 'c' }, none, 'a')).toEqual(['c']);
  expect(ids({ place: 'page', section: null }, page, 'c')).toEqual(['a', 'b']);
  expect(ids({ place: 'page', section: null }, none, 'c')).toEqual(['c']);
  expect(ids({ place: 'page', section: null }, none, null)).toEqual([]);
});

it('removes on the canvas only what has the focus there, or is chosen with it', () => {
  expect(ids({ place: 'canvas', section: 'c' }, page, 'c')).toEqual(['c']);
  expect(ids({ place: 'canvas', section: null }, page, 'c')).toEqual(['c']);
  expect(ids({ place: 'canvas', section: 'a' }, page, 'a')).toEqual(['a', 'b']);
});

it('acts only on a section of the canvas, in the outline and without a focus', () => {
  expect(focusOn('body')).toEqual({ place: 'page', section: null });
  expect(focusOn('[data-outline] input')).toEqual({ place: 'outline', section: 'a' });
  expect(focusOn('[data-outline] button')).toEqual({ place: 'outline', section: 'a' });
  expect(focusOn('[role="group"]')).toBe(null);
  expect(focusOn('[data-puck-component]', document)).toEqual({ place: 'canvas', section: 'a' });
  expect(focusOn('form input', document)).toBe(null);
  expect(focusOn('form button', document)).toBe(null);
});
