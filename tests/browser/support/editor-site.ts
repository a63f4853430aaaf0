import { vi } from 'vitest';
import { startPictureOrigin } from '../../server/picture-origin.ts';
import { startFakeSite } from '../../server/support/fake-site.ts';
import { CONDITION_LIMIT } from '../../setup/time-limits.ts';
import { takePhotographs } from './photographs.ts';
import { pictureFields } from './picture-page.ts';
import { startSite, type Site } from './start-site.ts';

const entry = (ID: number, title: string, url: string, child_items: readonly object[] = []) => ({
  ID,
  menu_item_parent: '0',
  title,
  url,
  target: '',
  classes: [''],
  child_items,
});

/** Markup of a long page as the WordPress editor saves it: links, pictures, tables, an embed and a cover. */
const EDITED = `
<p>Read <a href="/buy">our guide</a>, or <a href="https://example.com/" target="_blank">elsewhere</a>.</p>
<figure class="wp-block-image size-full"><img src="/scenes/buying.svg" alt="A street" width="300" height="200"><figcaption>A street</figcaption></figure>
<div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="/scenes/selling.svg" width="1200" height="800" data-object-fit="cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><h2 class="wp-block-heading has-text-align-center">Words over a picture</h2><p class="has-text-align-center">And <a href="/sell">a link</a> there.</p></div></div>
<div class="wp-block-cover has-parallax"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__image-background has-parallax" style="background-position:50% 50%;background-image:url(/scenes/selling.svg)"></div><div class="wp-block-cover__inner-container"><h2 class="wp-block-heading">Words over a fixed picture</h2></div></div>
<figure class="wp-block-table"><table><thead><tr>${'<th>A long head</th>'.repeat(9)}</tr></thead><tbody><tr>${'<td>1,234,567</td>'.repeat(9)}</tr></tbody></table><figcaption>Figures</figcaption></figure>
<table><tbody><tr><td>A narrow one</td></tr></tbody></table>
<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe title="Tour" src="https://www.youtube.com/embed/abc"></iframe></div></figure>
<blockquote class="wp-block-quote"><p>“A quote.”</p><cite>Someone</cite></blockquote>
<pre class="wp-block-code"><code>a &lt; b &amp;&amp; c</code></pre>
<div class="wp-block-buttons"><div class="wp-block-button"><a class="wp-block-button__link" href="/contact">Write</a></div></div>
<details class="wp-block-details"><summary>More</summary><p>Hidden words.</p></details>`;

/**
 * Starts the site with a fake WordPress that has a nested menu, an edited page at `/edited`, and for each test
 * photograph a page with all picture slots, such as `/pictures-square`.
 */
export async function startEditorSite(): Promise<{ site: Site; stop(): Promise<void> }> {
  const [wordpress, origin, photographs] = await Promise.all([
    startFakeSite(),
    startPictureOrigin(),
    takePhotographs(),
  ]);
  photographs.forEach(({ name, width, height, face, jpeg }, index) => {
    const id = 100 + index;
    origin.files.set(`/uploads/${name}.jpg`, jpeg);
    wordpress.add('media', {
      id,
      source_url: `${origin.url}/uploads/${name}.jpg`,
      alt_text: 'A person in front of a home',
      media_details: { width, height },
      meta: { focal_point: face },
    });
    wordpress.add('pages', {
      id: 200 + index,
      slug: `pictures-${name}`,
      title: { rendered: 'Pictures' },
      content: { rendered: '', protected: false },
      acf: pictureFields(id),
    });
  });
  wordpress.add('pages', {
    id: 20,
    slug: 'edited',
    title: { rendered: 'Edited' },
    content: { rendered: EDITED, protected: false },
  });
  const menu = [
    entry(1, 'Home', '/'),
    entry(2, 'Buy', '/buy', [
      entry(3, 'Mortgage guide', '/buy/mortgage-guide'),
      entry(4, 'More about it', '#', [entry(5, 'Edited', '/edited')]),
    ]),
    entry(6, 'Selling', '#', [
      entry(7, 'Sell', '/sell'),
      entry(8, 'Staging tips', '/sell/staging-tips', [entry(9, 'Valuation', '/sell/home-valuation')]),
    ]),
    entry(10, 'Contact', '/contact'),
  ];
  wordpress.menus['primary'] = {
    term_id: 2,
    name: 'Main',
    slug: 'main',
    description: '',
    count: 10,
    items: menu,
  };
  const site = await startSite({ WORDPRESS_API_URL: wordpress.url, IMAGE_ORIGINS: origin.url });
  // Until the first read of WordPress, pages are unavailable.
  const isRead = async () => (await fetch(`${site.url}/edited`)).status === 200;
  await vi.waitUntil(isRead, { timeout: CONDITION_LIMIT, interval: 100 });
  return {
    site,
    async stop() {
      await site.stop();
      await origin.stop();
      await wordpress.stop();
    },
  };
}
