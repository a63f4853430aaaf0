import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { afterEach, expect, it, vi } from 'vitest';
import { PastedHtmlExtension } from './pasted-html.ts';
import { RICH_TEXT_EDITOR_OPTIONS } from './rich-text-editor-options.ts';

let editor: Editor | null = null;
afterEach(() => editor?.destroy());

/** Returns the text after HTML was pasted into an empty editor. */
function pasted(html: string): string {
  // jsdom has no ClipboardEvent.
  vi.stubGlobal('ClipboardEvent', Event);
  editor = new Editor({
    element: document.createElement('div'),
    extensions: [
      StarterKit.configure({ ...RICH_TEXT_EDITOR_OPTIONS, trailingNode: false }),
      PastedHtmlExtension,
    ],
  });
  editor.view.pasteHTML(html);
  return editor.getHTML();
}

/** A list item as Word writes it. */
const item = (level: number, marker: string, text: string, list = 'l0') =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:${list} level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}</p>`;

it.each([
  [
    'bullets and their sub-bullets',
    `<p class=MsoNormal>Bring:</p>${item(1, '·', 'the <b>deed</b>')}${item(2, 'o', 'a copy')}${item(1, '·', 'your ID')}<p>Thanks.</p>`,
    '<p>Bring:</p><ul><li><p>the <strong>deed</strong></p><ul><li><p>a copy</p></li></ul></li><li><p>your ID</p></li></ul><p>Thanks.</p>',
  ],
  [
    'numbers, and bullets after them',
    item(1, '1.', 'Call') + item(1, '2.', 'Look') + item(1, '·', 'Other', 'l1'),
    '<ol><li><p>Call</p></li><li><p>Look</p></li></ol><ul><li><p>Other</p></li></ul>',
  ],
  [
    'two lists with a paragraph between them',
    `${item(1, 'a)', 'One')}<p>Then</p>${item(1, 'a)', 'Two')}`,
    '<ol><li><p>One</p></li></ol><p>Then</p><ol><li><p>Two</p></li></ol>',
  ],
  ['a list of an absurd level', item(99_999_999, '·', 'Deep'), '<ul><li><p>Deep</p></li></ul>'],
  ['a list that starts at the second level', item(2, '·', 'Deep'), '<ul><li><p>Deep</p></li></ul>'],
])('%s of Word are lists', (_what, html, text) => {
  expect(pasted(`<html><body><!--StartFragment-->${html}<!--EndFragment--></body></html>`)).toBe(text);
});

it.each([
  ['<h1>Guide</h1><h2>Buy</h2><h6>Note</h6>', '<h2>Guide</h2><h3>Buy</h3><h4>Note</h4>'],
  ['<h2>Buy</h2><h5>Note</h5>', '<h2>Buy</h2><h4>Note</h4>'],
])('%s keep their order below the title of the page', (html, text) => {
  expect(pasted(html)).toBe(text);
});

it('keeps the cells of a table apart, and the paragraphs of a layout table', () => {
  const cells = '<tr><td><p>Price</p></td><td> </td><td>$1 <b>m</b></td></tr>';
  expect(pasted(`<table>${cells}<tr><td><p>One</p><p>Two</p></td></tr></table>`)).toBe(
    '<p>Price | $1 m</p><p>One</p><p>Two</p>',
  );
});

it('leaves lists of other programs, and what was copied from an editor, as they are', () => {
  const list = '<ul><li><p>One</p></li></ul>';
  expect(pasted(list)).toBe(list);
  expect(pasted(`<h3 data-pm-slice="0 0 []">Copied</h3>`)).toBe('<h3>Copied</h3>');
});
