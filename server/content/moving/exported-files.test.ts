import { expect, test } from 'vitest';
import { contentsOf } from '../values/mirror-contents.ts';
import { createSnapshot } from '../resolve/snapshot.ts';
import { blocks, builtIn, entry } from '../testing/test-content.ts';
import { exportedFiles } from './exported-files.ts';
import { localPictures } from './exported-pictures.ts';

const homes = ['https://cms.example.com'];
const paths = new Map([
  ['https://cms.example.com/wp-content/uploads/2026/porch.jpg', '/pictures/7-porch.jpg'],
]);
const local = (text: string) => localPictures(text, paths, homes);

test('a picture in a text is replaced by the exported file, whichever size the editor inserted', () => {
  const uploads = 'https://cms.example.com/wp-content/uploads/2026/porch';
  expect(
    local(
      `<p>A</p><img class="wp-image-7" src="${uploads}-1024x683.jpg" srcset="${uploads}-300x200.jpg 300w, ${uploads}-scaled.jpg 2560w" sizes="100vw" alt="">`,
    ),
  ).toBe('<p>A</p><img class="wp-image-7" src="/pictures/7-porch.jpg" alt="">');
  expect(local(`<a href="${uploads}.jpg">Porch</a>`)).toBe('<a href="/pictures/7-porch.jpg">Porch</a>');
  expect(local('<img src="/wp-content/uploads/2026/porch-150x150.jpg">')).toBe(
    '<img src="/pictures/7-porch.jpg">',
  );
});

test('other pictures are unchanged, and keep their sizes', () => {
  const text = '<img src="https://cdn.example.com/a.jpg" srcset="https://cdn.example.com/a-2.jpg 2x">';
  expect(local(text)).toBe(text);
});

test('pictures of the site settings are exported, and a file outside the media library is named', () => {
  const { agent, brokerage, seo } = builtIn.settings;
  const uploads = 'https://cms.example.com/wp-content/uploads';
  const library = [
    entry('media', { id: 7, source_url: `${uploads}/porch.jpg`, media_details: { width: 9, height: 6 } }),
  ];
  const settings = {
    agent: { ...agent, portrait: `${uploads}/porch-300x200.jpg` },
    brokerage: { ...brokerage, logo: '/wp-content/uploads/logo.svg' },
    seo: { ...seo, shareImage: '/wp-content/uploads/porch.jpg' },
  };
  const contents = contentsOf([...library, { kind: 'settings', id: 'site', data: settings, version: 1 }]);
  const builtInFiles = {
    settings: builtIn.settings,
    menus: { primary: { items: [] }, footer: { items: [] } },
    media: [],
    pages: {},
    layouts: {},
    posts: {},
  };
  const snapshot = createSnapshot({ contents, builtIn, homes });
  const { files, pictures, notes } = exportedFiles({ snapshot, contents, builtIn, builtInFiles, blocks });
  expect(files.get('site-settings.json')).toMatchObject({
    agent: { name: agent.name, portrait: '/pictures/7-porch.jpg' },
    brokerage: { url: brokerage.url, logo: '/wp-content/uploads/logo.svg' },
    seo: { shareImage: '/pictures/7-porch.jpg' },
  });
  expect([...pictures]).toEqual([[`${uploads}/porch.jpg`, '/pictures/7-porch.jpg']]);
  expect(notes).toEqual([
    'Site settings › brokerage.logo: “/wp-content/uploads/logo.svg” is no picture of the media library. Write the address of one there.',
  ]);
});
