import { expect, it } from 'vitest';
import { sanitiseWithFacts } from './sanitise-html.ts';

const changesOf = (html: string) =>
  sanitiseWithFacts({ html, mode: 'rendered', homes: ['https://cms.example'] }).facts.changes;

it.each([
  ['wpcf7', 'of Contact Form 7'],
  ['wpforms-container', 'of WPForms'],
  ['gform_wrapper', 'of Gravity Forms'],
  ['nf-form-cont', 'of Ninja Forms'],
  ['frm_forms', 'of Formidable Forms'],
  ['fluentform', 'of Fluent Forms'],
  ['forminator-ui', 'of Forminator'],
  ['mc4wp-form', 'of Mailchimp for WordPress'],
  ['elementor-form', 'of Elementor'],
  ['wp-block-jetpack-contact-form', 'of Jetpack'],
])('a form in %s is one %s, with and without a form element', (name, of) => {
  const form = { kind: 'element', name: 'form', of };
  expect(changesOf(`<div class="${name}"><form><input name="a"></form></div>`)).toContainEqual(form);
  expect(changesOf(`<div class="${name}"></div>`)).toContainEqual(form);
});

it.each([
  [
    '<div class="wp-block-group"><script>1</script></div>',
    { kind: 'element', name: 'script', of: 'in the block “Group”' },
  ],
  [
    '<div class="wp-block-buttons"><div class="wp-block-button"><button class="wp-block-button__link">x</button></div></div>',
    { kind: 'element', name: 'button', of: 'in the block “Button”' },
  ],
  [
    '<div class="wp-block-acme-price-list"><x-list>x</x-list></div>',
    { kind: 'element', name: 'x-list', of: 'in the block “Acme price list”' },
  ],
  [
    '<div class="wp-block-quote"><p onclick="go()">x</p></div>',
    { kind: 'attribute', name: 'onclick', of: 'in the block “Quote”' },
  ],
  ['<script>1</script>', { kind: 'element', name: 'script' }],
  ['<div class="wp-block-loginout">x</div>', { kind: 'block', name: 'Loginout' }],
  ['<div class="wp-block-comments-pagination">x</div>', { kind: 'block', name: 'Comments pagination' }],
])('%s', (html, change) => {
  expect(changesOf(html)).toContainEqual(change);
});

it('the pictures and links of a text are known without those of our own', () => {
  const { facts } = sanitiseWithFacts({
    html:
      '<img src="https://cdn.example/a-300x200.jpg" srcset="https://cdn.example/a-300x200.jpg 300w, https://cdn.example/a.jpg 900w">' +
      '<img src="/scenes/hero.svg"><a href="https://cms.example/roofs/#top">a</a><a href="/roofs">b</a>' +
      '<a href="/?p=7">c</a><a href="https://other.example/">d</a><a href="//other.example/x">e</a><a href="#a">f</a>' +
      '<p>[price_table] <code>[example_code]</code></p><!--nextpage-->',
    mode: 'rendered',
    homes: ['https://cms.example'],
  });
  expect(facts).toEqual({
    changes: expect.arrayContaining([{ kind: 'shortcode', name: 'price_table' }]),
    pictures: [{ address: 'https://cdn.example/a-300x200.jpg', file: 'https://cdn.example/a.jpg' }],
    links: ['/roofs', '/?p=7'],
    hasPageBreak: true,
  });
});
