import { expect, test } from 'vitest';
import { createLinkResolver } from '../paths/site-links.ts';
import { sanitiseWithFacts } from '../html/sanitise-html.ts';
import { createBodyFaultFinder } from './body-fault-finder.ts';
import { createTextFactsReader } from './text-facts-reader.ts';

const CMS = 'https://cms.example';
const links = createLinkResolver([CMS]);
const serves = (url: string) => url.startsWith(CMS) && !url.endsWith('.svg');
const faults = createBodyFaultFinder({
  texts: createTextFactsReader({ worker: { inspect: async (source) => sanitiseWithFacts(source) } }),
  links: () => links,
  serves,
});
const faultsOf = async (html: string) => (await faults.check([html], performance.now() + 60_000))[0];
const whatOf = async (html: string) => (await faultsOf(html))?.map(({ kind, what }) => [kind, what]);

test.each([
  ['form', 'a form', '<form action="/x"><label>Name <input name="n"></label><button>Send</button></form>'],
  [
    'form',
    'form fields without a form',
    '<p><input name="n"> <select><option>a</option></select> <textarea>b</textarea></p>',
  ],
  ['form', 'form fields without a form', '<label>Name <input name="n"></label>'],
  ['button', 'a button that needs a script', '<button>More</button>'],
  ['script', 'a script', '<p>x</p><script>alert(1)</script>'],
  ['script', 'a script', '<p onclick="go()">x</p>'],
  ['style', 'styles of its own (CSS)', '<style>p { color: red }</style><p>x</p>'],
  ['style', 'margins, shapes or other styles of its own', '<p style="margin:1px">x</p>'],
  ['frame', 'a video of Vimeo', '<iframe src="https://player.vimeo.com/video/7"></iframe>'],
  ['frame', 'a video of YouTube', '<div class="wp-block-embed__wrapper">https://youtu.be/abc</div>'],
  ['frame', 'a player of Spotify', '<iframe src="https://open.spotify.com/embed/x"></iframe>'],
  ['frame', 'a map of Google', '<iframe src="https://www.google.com/maps/place/Ankeny"></iframe>'],
  ['frame', 'a frame of tours.example', '<iframe src="//tours.example/7"></iframe>'],
  ['frame', 'a frame without a web address', '<iframe srcdoc="x"></iframe>'],
  ['file', 'a file inside the page', '<object data="/a.pdf">x</object>'],
  ['drawing', 'a drawing (SVG)', '<svg viewBox="0 0 1 1"><path d="M0 0"/><title>x</title></svg>'],
  ['drawing', 'a drawing (SVG)', `<img src="${CMS}/wp-content/uploads/a.svg" alt="">`],
  ['drawing', 'a formula (MathML)', '<math><mi>x</mi></math>'],
  ['picture', 'a picture of cdn.example', '<img src="https://cdn.example/a.jpg" alt="">'],
  ['picture', 'a picture inside the text', '<img src="data:image/png;base64,AAAA" alt="">'],
  ['picture', 'a picture without a usable address', '<img src="ftp://files.example/a.jpg" alt="">'],
  [
    'block',
    'the block “Loginout”',
    '<div class="wp-block-loginout"><a href="/wp-login.php">Log in</a></div>',
  ],
  [
    'dropdown',
    'a dropdown',
    '<div class="wp-block-archives-dropdown wp-block-archives"><option value="https://x.example">May</option></div>',
  ],
  ['shortcode', 'the shortcode [price_table]', '<p>[price_table id=&#8221;7&#8243;]</p>'],
  ['link', 'a link to “javascript:go()”', '<a href="javascript:go()">x</a>'],
  ['heading', 'a heading 1', '<h1>Title</h1>'],
  ['page-break', 'a page break', '<p>a</p><!--nextpage--><p>b</p>'],
  ['element', 'the element <x-slider>', '<x-slider><p>x</p></x-slider>'],
  ['element', 'the element <constructor>', '<constructor>x</constructor>'],
])('%s: %s is named', async (kind, what, html) => {
  expect(await whatOf(html)).toEqual([[kind, what]]);
});

test.each([
  ['fields', '<p><input name="b"></p>', 'form fields without a form'],
  [
    'a field in a label',
    '<label>Name <select><option>a</option></select></label>',
    'form fields without a form',
  ],
  ['a button', '<button>More</button>', 'a button that needs a script'],
])('%s beside a form are named, too', async (_what, beside, named) => {
  const form = '<form action="/x"><label>Name <input name="n"></label><button>Send</button></form>';
  for (const html of [form + beside, beside + form, `<div class="wp-block-group">${form}${beside}</div>`])
    expect(new Set((await whatOf(html))?.map(([, what]) => what))).toEqual(new Set(['a form', named]));
});

test('what visitors see as it is has no faults', async () => {
  const html =
    '<h2 id="a" class="wp-block-heading">Title</h2><p class="mine" data-x="1">A <strong>b</strong> <a href="https://x.example" rel="nofollow">c</a></p>' +
    `<figure class="wp-block-image size-large"><img src="${CMS}/wp-content/uploads/a.jpg" alt="" class="wp-image-7"/></figure>` +
    '<table><tbody><tr><td>1</td></tr></tbody></table><!-- a comment --><details><summary>q</summary><p>a</p></details>' +
    `<video controls src="${CMS}/wp-content/uploads/a.mp4"></video><audio controls><source src="https://cdn.example/a.mp3"></audio>` +
    '<p>As [sic] in <code>[price_table]</code></p><nav aria-label="x"><ul role="list"><li>1</li></ul></nav>';
  expect(await faultsOf(html)).toEqual([]);
});

test('a picture of another host can be imported, and each thing is named once', async () => {
  const picture = 'https://cdn.example/a.jpg';
  const found = await faultsOf(
    `<img src="${picture}"><img src="${picture}"><script>1</script><script>2</script>`,
  );
  expect(found).toEqual([
    expect.objectContaining({ kind: 'script' }),
    expect.objectContaining({ kind: 'picture', picture, fix: expect.stringContaining('Import it') }),
  ]);
});

test('without content, without time and without the thread, a text is not checked', async () => {
  const html = '<p>Never checked before.</p>';
  expect(await faults.check([html], 0)).toEqual([null]);
  const none = createBodyFaultFinder({
    texts: createTextFactsReader({ worker: { inspect: async () => ({ fault: 'thread' }) } }),
    links: () => links,
    serves,
  });
  expect(await none.check([html], performance.now() + 60_000)).toEqual([null]);
  const unread = createBodyFaultFinder({
    texts: createTextFactsReader({ worker: { inspect: async (source) => sanitiseWithFacts(source) } }),
    links: () => null,
    serves,
  });
  expect(await unread.check([html], performance.now() + 60_000)).toEqual([null]);
});
