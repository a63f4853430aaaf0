import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { autop } from './autop.ts';
import { parseHtml } from './html-document.ts';

describe('what WordPress does', () => {
  test.each([
    [
      'First paragraph.\n\nSecond <strong>bold</strong> paragraph.',
      ['First paragraph.', 'Second <strong>bold</strong> paragraph.'],
    ],
    ['one\ntwo', ['one<br>two']],
    ['one\r\n\r\n\r\ntwo', ['one', 'two']],
    ['a <em>b</em>\n\nc', ['a <em>b</em>', 'c']],
    ['Tom &amp; Jerry', ['Tom &amp; Jerry']],
  ])('%j is split into paragraphs', (raw, paragraphs) => {
    expect([...parseHtml(autop(raw)).querySelectorAll('p')].map((p) => p.innerHTML)).toEqual(paragraphs);
  });

  test('headings and lists are not wrapped in paragraphs', () => {
    expect(autop('<h2>T</h2>\ntext\n<ul><li>a</li></ul>').replaceAll('\n', '')).toBe(
      '<h2>T</h2><p>text</p><ul><li>a</li></ul>',
    );
  });

  test('preformatted text stays as it is', () => {
    expect(autop('<pre>a\n\nb</pre>')).toBe('<pre>a\n\nb</pre>');
  });

  test('a quotation has paragraphs inside', () => {
    expect(autop('<blockquote>a\n\nb</blockquote>')).toBe('<blockquote><p>a</p><p>b</p></blockquote>');
  });

  test('paragraphs stay as they are, and text beside them gets its own', () => {
    const centred = '<p style="text-align: center">a</p>';
    expect(autop(`${centred}\none\ntwo\n\nthree`)).toBe(`${centred}<p>one<br>two</p><p>three</p>`);
  });

  test('the block editor’s HTML stays as it is', () => {
    const html = '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->\n\nb';
    expect(autop(html)).toBe(html);
  });
});

describe('for any text', () => {
  const line = fc.stringMatching(/^[a-z<>&"' ]{0,12}$/);
  const raw = fc.array(
    fc.oneof(line, fc.constantFrom('\n', '\n\n', '<b>x</b>', '<ul><li>y</li></ul>', '<br>')),
  );

  test('nothing is lost, no paragraph is empty or nested, and a second run changes nothing', () => {
    fc.assert(
      fc.property(raw, (parts) => {
        const text = parts.join('\n');
        // Paragraphs of the text itself may be empty, and cells of a table are nothing outside of it.
        fc.pre(!/<(?:p|t[dhr])[\s>]/i.test(text));
        const made = autop(text);
        const before = (parseHtml(text).textContent ?? '').replace(/\s+/g, '');
        const fragment = parseHtml(made);
        expect((fragment.textContent ?? '').replace(/\s+/g, '')).toBe(before);
        expect(fragment.querySelectorAll('p p, p:empty')).toHaveLength(0);
        expect(autop(made)).toBe(made);
      }),
      { examples: [[['a', '', 'b']]] },
    );
  });
});
