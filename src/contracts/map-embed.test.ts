import { describe, expect, it } from 'vitest';
import { parseMapEmbed } from './map-embed.ts';

const OSM = 'https://www.openstreetmap.org/export/embed.html?bbox=-93.7%2C41.7%2C-93.5%2C41.8&layer=mapnik';

describe('mapAddress', () => {
  it('extracts the URL from an embed code and decodes its entities', () => {
    expect(parseMapEmbed(`<iframe width="600" src="${OSM.replace('&', '&amp;')}"></iframe>`)).toBe(OSM);
    expect(parseMapEmbed(OSM)).toBe(OSM);
    expect(parseMapEmbed('<iframe src="https://www.google.com/maps/embed?pb=!1m18"></iframe>')).toContain(
      'pb=',
    );
    expect(parseMapEmbed('https://www.google.com/maps/embed/v1/place?q=Ankeny')).toContain('/v1/place');
  });

  it.each([
    '<iframe src="https://evil.example/maps/embed"></iframe>',
    '<iframe src="https://www.google.com/search?q=x"></iframe>',
    '<iframe src="https://www.google.com.evil.example/maps/embed"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe src="http://www.google.com/maps/embed"></iframe>',
    'https://user@www.google.com/maps/embed',
    '[map id=3]',
    '<script src="https://www.google.com/maps/embed"></script>',
  ])('rejects %s', (code) => {
    expect(parseMapEmbed(code)).toBeNull();
  });
});
