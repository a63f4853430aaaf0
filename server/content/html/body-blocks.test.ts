import { describe, expect, it } from 'vitest';
import { markBodyBlocks } from './body-blocks.ts';
import { parseHtml, serializeHtml } from './html-document.ts';
import { loadBodyBlocks } from './load-body-blocks.ts';
import { sanitiseSource } from './sanitise-html.ts';

const clean = (html: string) => sanitiseSource({ html, mode: 'rendered', homes: ['https://site.example'] });
const blocks = [...(await loadBodyBlocks()).values()];

describe('a body block', () => {
  it.each(blocks)(
    '$id is found in its example, and sanitizing the result changes nothing',
    ({ id, example }) => {
      const html = clean(example);
      expect(html).toContain(`<lintel-block data-name="${id}" data-props="`);
      expect(clean(html)).toBe(html);
    },
  );

  // The others take every value.
  const refusing = blocks.filter(({ id }) => id !== 'wp-search' && id !== 'wp-contact-form');
  it.each(refusing)('$id leaves an element whose values it does not accept as it is', ({ example }) => {
    const html = example
      .replaceAll(/ (?!class)[\w-]+="[^"]*"/g, (written) => written.replace(/=.*/s, '="#"'))
      .replaceAll(/(<script[^>]*>)[^<]*/g, '$1{');
    const fragment = parseHtml(html);
    markBodyBlocks(fragment);
    expect(serializeHtml(fragment)).toBe(serializeHtml(parseHtml(html)));
  });

  it('shows the name of a network without a logo, even if it is that of a property of every object', () => {
    const href = 'https://social.example/ann';
    const link = `<a class="wp-block-social-link-anchor" href="${href}"></a>`;
    expect(clean(`<ul><li class="wp-social-link wp-social-link-constructor">${link}</li></ul>`)).toContain(
      '&quot;label&quot;:&quot;constructor&quot;,&quot;logo&quot;:null',
    );
  });

  it.each(blocks)('$id with attributes that it does not have becomes its children', ({ id }) => {
    const props = '{&quot;address&quot;:&quot;javascript:alert(1)&quot;}';
    expect(
      clean(`<p>a</p><lintel-block data-name="${id}" data-props="${props}"><b>c</b></lintel-block>`),
    ).toBe('<p>a</p><b>c</b>');
  });

  it.each([
    '<lintel-block data-name="none" data-props="{}">',
    '<lintel-block>',
    '<lintel-block data-props="{">',
  ])('that does not exist becomes its children: %s', (start) =>
    expect(clean(`${start}<i>c</i></lintel-block>`)).toBe('<i>c</i>'),
  );

  it('is no attribute of other elements, and has no others itself', () => {
    expect(clean('<p data-name="wp-embed" data-props="{}">x</p>')).toBe('<p>x</p>');
    const [, props = ''] =
      /data-props="([^"]*)"/.exec(clean('<iframe src="https://youtu.be/aqz-KE-bpKQ"></iframe>')) ?? [];
    expect(
      clean(
        `<lintel-block id="x" class="wp-x" data-name="wp-embed" data-props="${props}" title="y"></lintel-block>`,
      ),
    ).toBe(`<lintel-block data-name="wp-embed" data-props="${props}"></lintel-block>`);
  });

  it('takes the place of a paragraph around it, because paragraphs cannot contain blocks', () => {
    const frame = '<iframe src="https://vimeo.com/22439234"></iframe>';
    expect(clean(`<p>\n${frame}\n</p>`)).toMatch(/^<lintel-block [^>]*><img [^>]*><\/lintel-block>$/);
    expect(clean(`<p>before ${frame} after</p>`)).toMatch(/^<p>before <lintel-block/);
  });

  it('keeps text that looks like markup or a placeholder in its attributes', () => {
    const html = clean(
      '<iframe title="&lt;/style&gt; {phone} %7Bphone%7D &quot;x&quot;" src="https://vimeo.com/22439234"></iframe>',
    );
    const [, props = ''] = /data-props="([^"]*)"/.exec(html) ?? [];
    expect(props).not.toMatch(/[<%]|\{phone/);
    expect(JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&gt;', '>')).title).toBe(
      '</style> {phone} %7Bphone%7D "x"',
    );
  });
});
