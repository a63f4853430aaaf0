import { afterEach, expect, it, vi } from 'vitest';
import { richText } from '../../../builder/fields.ts';
import { createCanvasEditing } from './canvas-editing.ts';
import { matchShownText, startFormattedTextEditing } from './inline-editing.ts';

afterEach(() => document.body.replaceChildren());

it('edits the whole text if the element shows it', () => {
  const text = matchShownText('One\nTwo', 'One\nTwo', true);
  expect(text).toMatchObject({ multiline: true });
  expect(text?.whole('Three')).toBe('Three');
});

it('edits one line if the element shows only this one', () => {
  const text = matchShownText('One\nTwo\nThree', 'Two', true);
  expect(text).toMatchObject({ multiline: false });
  expect(text?.whole('2')).toBe('One\n2\nThree');
});

it('edits nothing if the text is another one, or the line is not the only one', () => {
  expect(matchShownText('Call {phone}', 'Call (515) 555-0142', true)).toBeNull();
  expect(matchShownText('One\nOne', 'One', true)).toBeNull();
  expect(matchShownText('One\nTwo', 'Two', false)).toBeNull();
  expect(matchShownText('One\n', '', true)).toBeNull();
});

it('edits a text once, even after a second double-click while the text editor loads', async () => {
  const html = '<p>Three rooms.</p>';
  document.body.innerHTML = `<section data-section="text"><div>${html}</div></section>`;
  const before = document.body.innerHTML;
  const element = document.querySelector('p');
  expect.assert(element);
  const editing = createCanvasEditing();
  const changed = vi.fn();
  editing.subscribe(changed);
  const found = { field: richText({ label: 'Text' }), value: html, set: () => {}, select: () => {} };
  const doubleClick = () =>
    startFormattedTextEditing({ found, element, where: {}, editing, noteTyping: () => {} });
  expect([doubleClick(), doubleClick()]).toEqual([true, true]);
  await expect.poll(() => editing.get().text?.label).toBe('Text');
  expect(changed).toHaveBeenCalledOnce();
  editing.get().text?.end(false);
  expect(document.body.innerHTML).toBe(before);
});
