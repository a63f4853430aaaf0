import { describe, expect, test } from 'vitest';
import {
  addressKind,
  fragmentOf,
  hasTarget,
  internalLinks,
  missingPictures,
  missingTexts,
  parseDocument,
  pictureAddresses,
  playablePlayers,
  playersOf,
} from './compare-documents.ts';

const WORDPRESS = 'https://cms.example.com';
const POST = `${WORDPRESS}/a-post/`;
const SITE = 'https://www.example.com';

const shownPage = (html: string, policy = '') => ({
  document: parseDocument(html),
  policy,
  url: `${SITE}/blog/a-post`,
});

describe('missingTexts', () => {
  test.each([
    ['the same text', '<p>One two</p>', '<main><p>One two</p></main>', []],
    ['other spaces', '<p>One\n two</p><p>three</p>', '<main>One&nbsp;two three</main>', []],
    ['other quotes and dashes', '<p>“It’s” – so…</p>', `<main>"It's" - so...</main>`, []],
    ['a word in two elements', '<p><b>L</b>ist</p>', '<main>List</main>', []],
    ['texts between', '<p>One</p><p>two</p>', '<main>One <a>Watch</a> two</main>', []],
    ['another order', '<p>One</p><p>two</p>', '<main>two One</main>', []],
    ['a missing text', '<p>One</p><p>two <i>three</i></p>', '<main>One three</main>', ['two']],
    ['a text once in place of twice', '<p>One</p><p>One</p>', '<main>One</main>', ['One']],
    ['a text beside main', '<p>One</p>', '<nav>One</nav><main></main>', ['One']],
    ['a hidden text of the page', '<p>One</p>', '<main><p hidden>One</p></main>', ['One']],
    ['a data text of the page', '<p>One</p>', '<main><script>One</script></main>', ['One']],
  ])('%s', (_, body, page, missing) => {
    expect(missingTexts(parseDocument(body), parseDocument(page))).toEqual(missing);
  });

  test.each([
    '<script>One</script>',
    '<style>One</style>',
    '<template><p>One</p></template>',
    '<p hidden>One</p>',
    '<p style="display: none;">One</p>',
    '<form><button>One</button></form>',
    '<label for="a">One</label><select id="a"><option>Two</option></select>',
    '<video src="a.mp4"><a href="a.mp4">One</a></video>',
    '<iframe src="https://example.org">One</iframe>',
    '<div class="wp-block-embed__wrapper">https://www.example.org/a</div>',
  ])('leaves out %s', (body) => {
    expect(missingTexts(parseDocument(body), parseDocument('<main></main>'))).toEqual([]);
  });

  test('keeps the text of an embed that WordPress fetched', () => {
    const body = '<div class="wp-block-embed__wrapper"><blockquote>One</blockquote></div>';
    expect(missingTexts(parseDocument(body), parseDocument('<main></main>'))).toEqual(['One']);
  });
});

test('internalLinks has every link to the site itself, as often as it occurs', () => {
  const body = parseDocument(`
    <a href="${WORDPRESS}/tag/a/">a</a><a href="/tag/a/">a</a><a href="#b">b</a><a href="?paged=2">2</a>
    <a href="https://example.org/">elsewhere</a><a href="mailto:a@example.com">mail</a><a name="c">no link</a>`);
  expect(internalLinks(body, POST).map(String)).toEqual([
    `${WORDPRESS}/tag/a/`,
    `${WORDPRESS}/tag/a/`,
    `${POST}#b`,
    `${POST}?paged=2`,
  ]);
});

describe('addressKind', () => {
  const html = 'text/html; charset=UTF-8';
  test.each([
    ['/category/a/', html, 'archive category category-a', 'category'],
    ['/tag/a/', html, 'archive tag tag-a', 'tag'],
    ['/author/a/', html, 'archive author author-a', 'author'],
    ['/2024/02/', html, 'archive date', 'date'],
    ['/a-post/', html, 'wp-singular single single-post postid-1', 'post'],
    ['/a-page/', html, 'wp-singular page-template-default page page-id-1', 'page'],
    ['/a-post/a-picture/', html, 'wp-singular attachment attachmentid-1', 'attachment'],
    ['/a-post/a-picture/', 'image/jpeg', '', 'attachment'],
    ['/page/2/', html, 'home blog paged', 'home'],
    ['/?s=a', html, 'search search-results', 'search'],
    ['/?p=1', html, 'single single-post', '?p='],
    ['/?cat=1', html, 'archive category', '?p='],
    ['/a-post/?query-2-page=3', html, 'single single-post', 'query page'],
    ['/a-post/feed/', 'application/rss+xml; charset=UTF-8', '', 'feed'],
    ['/wp-content/uploads/a.jpg', 'image/jpeg', '', 'file'],
    ['/wp-login.php', html, 'login', 'sign-in'],
    ['/something', html, 'archive tax-genre', 'other'],
  ])('%s is %4$s', (path, type, classes, kind) => {
    expect(addressKind(new URL(path, WORDPRESS), { type, classes })).toBe(kind);
  });
});

test.each([
  ['#a', 'a'],
  ['#a%20b', 'a b'],
  ['#', null],
  ['#top', null],
  ['', null],
])('the fragment of %j is %j', (hash, fragment) => {
  expect(fragmentOf(new URL(POST + hash))).toBe(fragment);
});

test.each([
  ['<h2 id="a">A</h2>', true],
  ['<a name="a">A</a>', true],
  ['<h2 id="user-content-a">A</h2>', false],
  ['<input name="a">', false],
])('whether %s is a target of #a: %s', (html, isTarget) => {
  expect(hasTarget(parseDocument(html), 'a')).toBe(isTarget);
});

describe('missingPictures', () => {
  const files = `${WORDPRESS}/wp-content/uploads/2024/01`;
  const originals = new Map([
    [`${SITE}/media/key/320`, `${files}/boat.jpg`],
    [`${SITE}/media/gone/320`, `${files}/boat.jpg`],
  ]);
  const original = (url: URL) => new URL(originals.get(url.href) ?? url);
  const isThere = async (url: URL) => !url.pathname.includes('gone');
  const missing = (body: string, page: string, policy = '') =>
    missingPictures(parseDocument(body), POST, shownPage(page, policy), { original, isThere });

  test.each([
    ['the original by the name of its file', 'boat-150x150.jpg', '/media/key/320', '', true],
    ['the file itself', 'Boat-scaled.jpg', `${files}/boat.jpg`, '', true],
    ['another file', 'house.jpg', '/media/key/320', '', false],
    ['a name that begins alike', 'boat-2.jpg', '/media/key/320', '', false],
    ['a file that is gone', 'boat.jpg', '/media/gone/320', '', false],
    ['a policy that allows it', 'boat.jpg', '/media/key/320', "img-src 'self'", true],
    ['a policy that does not', 'boat.jpg', `${files}/boat.jpg`, "img-src 'self'", false],
  ])('%s', async (_, file, src, policy, isShown) => {
    const found = await missing(`<img src="${files}/${file}">`, `<main><img src="${src}"></main>`, policy);
    expect(found).toEqual(isShown ? [] : [`${files}/${file}`]);
  });

  test.each([
    [`<img class="size-full wp-image-7" src="${files}/a.jpg">`, true],
    [`<img data-id="7" src="${files}/a.jpg">`, true],
    [`<img class="wp-image-77" src="${files}/a.jpg">`, false],
  ])('whether media id 7 is the same picture as %s: %s', async (body, isShown) => {
    const page = '<img class="wp-image-7 alignleft" src="/media/other/320">';
    expect(await missing(body, page)).toHaveLength(isShown ? 0 : 1);
  });

  test('counts each picture', async () => {
    const twice = `<img src="${files}/boat.jpg"><img src="${files}/boat.jpg">`;
    expect(await missing(twice, '<img src="/media/key/320">')).toEqual([`${files}/boat.jpg`]);
    expect(pictureAddresses(parseDocument(twice), POST)).toEqual([`${files}/boat.jpg`, `${files}/boat.jpg`]);
  });
});

test.each([
  ['<video src="a.mp4"></video>', ['video']],
  ['<video><source src="a.mp4"></video>', ['video']],
  ['<audio controls src="a.mp3"></audio>', ['audio']],
  ['<video></video><audio></audio>', []],
  ['<video src="ttps://files.example.com/a.mp4"></video>', []],
  ['<div class="wp-playlist"><audio src="a.mp3"></audio></div>', ['playlist']],
  ['<iframe src="https://www.youtube.com/embed/a"></iframe>', ['embed']],
  ['<blockquote class="twitter-tweet">A post</blockquote>', []],
])('the players of %s are %j', (body, kinds) => {
  expect(playersOf(parseDocument(body))).toEqual(kinds);
});

describe('playablePlayers', () => {
  const there = async (url: URL) => !url.pathname.includes('gone');
  const kinds = (html: string, policy: string) =>
    playablePlayers(shownPage(`<main>${html}</main>`, policy), there);
  const video = `<video src="${WORDPRESS}/a.mp4"></video>`;

  test.each([
    ['a policy that names the host', video, `default-src 'self'; media-src 'self' ${WORDPRESS}`, ['video']],
    ['no policy', video, '', ['video']],
    ['a policy of other hosts', video, 'media-src https://example.org', []],
    ['a policy without media', video, "default-src 'self'", []],
    ['its own host', '<audio src="/a.mp3"></audio>', "default-src 'self'", ['audio']],
    ['a scheme', video, 'media-src https:', ['video']],
    ['a part of a host', video, 'media-src https://*.example.com', ['video']],
    ['media turned off', video, "media-src 'none'", []],
    ['a file that is gone', '<video src="/gone.mp4"></video>', '', []],
    ['a second source', '<video><source src="/gone.mp4"><source src="/a.webm"></video>', '', ['video']],
    ['a playlist', '<div class="wp-playlist"><audio src="/a.mp3"></audio></div>', '', ['playlist']],
    [
      'two tracks of a playlist',
      '<ol class="wp-playlist"><audio src="/a.mp3"></audio><audio src="/b.mp3"></audio></ol>',
      '',
      ['playlist'],
    ],
    ['a link in place of an embed', '<p class="wp-embed-facade"><a href="/">Watch</a></p>', '', []],
    [
      'a player that the policy allows',
      '<p data-player="https://a.org/b/c"></p>',
      'frame-src https://a.org/b/',
      ['embed'],
    ],
    ['a player of another path', '<p data-player="https://a.org/d/c"></p>', 'frame-src https://a.org/b/', []],
    ['a player that it does not allow', '<p data-player="https://a.org/b"></p>', "frame-src 'self'", []],
  ])('%s', async (_, html, policy, playable) => {
    expect(await kinds(html, policy)).toEqual(playable);
  });
});
