import { describe, expect, it } from 'vitest';
import settingsJson from '../../fixtures/site-settings.json' with { type: 'json' };
import { siteSettingsSchema } from '../../src/contracts/site-settings.ts';
import type { PageDocument } from '../../src/contracts/content.ts';
import { pictureKey } from './picture-address.ts';
import { parseSceneSvg, type SceneDrawing } from './scenes.ts';
import { isShareableImage, buildShareCard, withShareImage, pagePathOfShareImage } from './share-card.ts';

const settings = siteSettingsSchema.parse(settingsJson);
const scene = (digest: string): SceneDrawing => ({ width: 4, height: 3, content: '', digest });
const scenes = new Map([['/scenes/porch.svg', scene('porch')]]);

const documentWith = (props: Record<string, unknown>, image = '/social-card.png'): PageDocument => ({
  path: '/buy',
  slug: 'buy',
  head: {
    title: 'Buy a Home | Des Moines Metro Homes',
    description: '',
    canonical: '/buy',
    robots: 'noindex',
    image: { src: image, width: 1, height: 1, alt: '' },
    type: 'website',
  },
  placements: [{ block: 'hero', key: 'hero', region: 'main', props }],
});
const cardOf = (document: PageDocument) => buildShareCard(document, settings, scenes);

describe('a share card', () => {
  it('has the headline of the page, else its title without the name of the site', () => {
    expect(cardOf(documentWith({ title: 'Know the House' })).title).toBe('Know the House');
    expect(cardOf(documentWith({ title: 7 })).title).toBe('Buy a Home');
    const post = {
      ...documentWith({}),
      trail: [
        { path: '/blog', title: 'Blog' },
        { path: '/blog/a', title: 'A' },
      ],
    };
    expect(cardOf(post).title).toBe('A');
  });

  it("has the head's picture, else the hero's, else the skyline", () => {
    const hero = { image: { src: '/scenes/porch.svg' } };
    const photograph = `/media/${pictureKey('https://cms.example/porch.jpg')}/1280`;
    expect(cardOf(documentWith(hero, photograph)).picture).toBe(photograph);
    expect(cardOf(documentWith(hero)).picture).toBe('/scenes/porch.svg');
    expect(cardOf(documentWith({}, '/scenes/unknown.svg')).picture).toBe('/scenes/hero-skyline.svg');
    expect(cardOf(documentWith({}, 'https://elsewhere.example/a.jpg')).picture).toBe(
      '/scenes/hero-skyline.svg',
    );
  });

  it("has the settings' share image only if the page has no picture of its own", () => {
    const shareImage = `/media/${pictureKey('https://cms.example/share.jpg')}/1280`;
    const own = { ...settings, seo: { ...settings.seo, shareImage } };
    const pictureWith = (props: object) =>
      buildShareCard(documentWith({ ...props }, shareImage), own, scenes).picture;
    expect(pictureWith({ image: { src: '/scenes/porch.svg' } })).toBe('/scenes/porch.svg');
    expect(pictureWith({})).toBe(shareImage);
  });

  it('has a version that changes only with its content', () => {
    const shown = documentWith({ title: 'A', image: { src: '/scenes/porch.svg' } });
    const { version } = cardOf(shown);
    expect(version).toMatch(/^[\w-]{12}$/);
    expect(cardOf({ ...shown, head: { ...shown.head, description: 'Other' } }).version).toBe(version);
    expect(cardOf(documentWith({ title: 'B', image: { src: '/scenes/porch.svg' } })).version).not.toBe(
      version,
    );
    const agent = { ...settings, agent: { ...settings.agent, name: 'Someone Else' } };
    expect(buildShareCard(shown, agent, scenes).version).not.toBe(version);
    const redrawn = new Map([['/scenes/porch.svg', scene('redrawn')]]);
    expect(buildShareCard(shown, settings, redrawn).version).not.toBe(version);
  });

  it('becomes the image in the head, with dimensions, type and alt text', () => {
    const page = documentWith({ title: 'A' });
    const card = cardOf(page);
    const imageAt = (canonical: string) =>
      withShareImage({ ...page, head: { ...page.head, canonical } }, card).head.image;
    expect(imageAt('/')).toEqual({
      src: `/share/home.png?v=${card.version}`,
      width: 1200,
      height: 630,
      type: 'image/png',
      alt: 'A',
    });
    expect(imageAt('/blog?page=2').src).toContain('/share/blog.png?v=');
    // The page "home" beside another front page.
    expect(imageAt('/home').src).toContain('/share/~home.png?v=');
    for (const path of ['/', '/home', '/blog']) {
      const name = /^\/share(.+)\.png\?/.exec(imageAt(path).src)?.[1] ?? '';
      expect(pagePathOfShareImage(name)).toBe(path);
    }
  });
});

it('an SVG is not shareable', () => {
  expect(['/a.svg', '/a.SVG?v=1'].map((src) => isShareableImage({ src }))).toEqual([false, false]);
  expect(isShareableImage({ src: '/a.svg.png' })).toBe(true);
});

it('a scene is read without its dark mode', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><style>.a{fill:#fff}@media(prefers-color-scheme:dark){.a{fill:#000}.b{fill:#111}}.c{fill:red}</style><path class="a"/></svg>';
  expect(parseSceneSvg(svg)).toMatchObject({
    width: 8,
    height: 6,
    content: '<style>.a{fill:#fff}.c{fill:red}</style><path class="a"/>',
  });
  expect(parseSceneSvg('<svg><path/></svg>')).toBeNull();
});
