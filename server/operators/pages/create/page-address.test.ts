import { describe, expect, it } from 'vitest';
import { checkPageAddress } from './page-address.ts';
import { readRawPage } from '../../../content/values/raw-page.ts';
import type { BuilderEntry } from '../page-list.ts';

const page = (path: string): BuilderEntry => ({
  kind: 'page',
  at: path,
  path,
  slug: path,
  own: null,
  builtIn: null,
});
const pages = [page('/'), page('/buy'), page('/buy/guide'), page('/buyer')];
const around = {
  pages,
  used: new Map([...pages, page('/buy/secret')].map(({ path, at }) => [path ?? '', at])),
  parents: pages.slice(1),
  redirects: new Set(['/old']),
};
const check = (slug: string, parent: string | null = null, at: string | null = null) =>
  checkPageAddress({ slug, parent, at }, around);

describe('the address of a page', () => {
  it('is the path of its parent and its slug', () => {
    expect(check('open-house')).toEqual({ path: '/open-house', fault: null });
    expect(check('loans', '/buy')).toEqual({ path: '/buy/loans', fault: null });
    expect(check('über-uns').fault).toBeNull();
  });
  it('may stay as it is', () => {
    expect(check('guide', '/buy', '/buy/guide').fault).toBeNull();
  });
  it.each([
    ['taken', check('guide', '/buy'), 'has this address'],
    ['taken by a page that the account may not see', check('secret', '/buy'), 'you may not see'],
    ['of the server', check('admin'), 'site itself'],
    ['of the server, in a preview', check('preview'), 'site itself'],
    ['of a content view', check('wp-about'), 'site itself'],
    [
      'below posts',
      checkPageAddress({ slug: 'x', parent: '/blog', at: null }, { ...around, parents: [page('/blog')] }),
      'posts',
    ],
    ['built-in redirect', check('buyers'), 'redirected to /buy'],
    ['of the front page', check('home'), 'is the front page'],
    ['operator’s redirect', check('old'), 'redirect leads away'],
    ['empty', check(''), 'Enter the last part'],
    ['with capitals', check('Open'), 'small letters'],
    ['with a slash', check('a/b'), 'small letters'],
    ['of digits', check('2027'), 'digits only'],
    ['below the front page', check('x', '/'), 'cannot have others below it'],
    ['below an unknown page', check('x', '/gone'), 'cannot have others below it'],
    ['below itself', check('buy', '/buy/guide', '/buy'), 'below itself'],
  ])('is refused: %s', (_what, { fault }, words) => {
    expect(fault).toContain(words);
  });
  it('may be “home” while another page is the front page', () => {
    const own = readRawPage({ id: 9, slug: 'welcome' });
    const front: BuilderEntry = { ...page('/'), slug: 'welcome', own };
    const { fault } = checkPageAddress(
      { slug: 'home', parent: null, at: null },
      { ...around, pages: [front, ...pages.slice(1)] },
    );
    expect(own).not.toBeNull();
    expect(fault).toBeNull();
  });
  it('may be below another page whose path begins with the same letters', () => {
    expect(check('buy', '/buyer', '/buy').fault).toBeNull();
  });
});
