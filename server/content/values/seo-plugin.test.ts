import { describe, expect, it } from 'vitest';
import { readPluginSeo } from './seo-plugin.ts';

describe('the values of an SEO plugin', () => {
  it('are Yoast’s title, description, picture and noindex', () => {
    const yoast_head_json = {
      title: 'Title by Yoast',
      og_description: 'Shared words',
      og_image: [{ url: '/a.jpg', width: 1200, height: '630' }],
      robots: { index: 'noindex', follow: 'follow' },
    };
    expect(readPluginSeo({ yoast_head_json })).toEqual({
      title: 'Title by Yoast',
      description: 'Shared words',
      image: { url: '/a.jpg', width: 1200, height: 630, alt: '' },
      noindex: true,
    });
  });

  it('exclude the noindex of a WordPress that is hidden as a whole', () => {
    const robots = { index: 'noindex', follow: 'nofollow' };
    expect(readPluginSeo({ yoast_head_json: { title: 'T', robots } })).toEqual({ title: 'T' });
  });

  it('are Rank Math’s, from fields or meta, without templates that only the plugin can resolve', () => {
    expect(
      readPluginSeo({ meta: { rank_math_title: 'By Rank Math', rank_math_description: '%excerpt%' } }),
    ).toEqual({ title: 'By Rank Math' });
    expect(readPluginSeo({ rank_math_description: 'Words', rank_math_robots: ['noindex'] })).toEqual({
      description: 'Words',
      noindex: true,
    });
  });

  it.each([null, [], 'text', {}, { yoast_head_json: null }, { yoast_head_json: [], meta: [] }, { meta: 3 }])(
    'are empty for %j',
    (raw) => expect(readPluginSeo(raw)).toEqual({}),
  );
});
