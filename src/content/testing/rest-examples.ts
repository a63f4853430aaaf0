import type { RestMenu, RestPage, RestPost, RestSiteData } from '../wordpress-rest.ts';

/** A page as the REST API sends it. */
export const restPageExample: RestPage = {
  id: 4,
  slug: 'home',
  title: { rendered: 'Tom &#038; Jerry' },
  content: { rendered: '<p>Welcome</p>' },
  excerpt: { rendered: '<p>In short</p>' },
  modified: '2026-11-21T03:43:43',
  modified_gmt: '2026-11-21T02:43:43',
  acf: { hero_title: 'Find <em>your</em> home', hero_desc: '' },
  _embedded: { 'wp:featuredmedia': [{ source_url: '/media/hero.jpg' }] },
};

/** A post as the REST API sends it. */
export const restPostExample: RestPost = {
  ...restPageExample,
  id: 12,
  slug: 'first-steps',
  acf: [],
  date: '2026-11-02T10:00:00',
  date_gmt: '2026-11-02T16:00:00',
  categories: [3],
  tags: [7, 8],
  _embedded: {
    author: [{ id: 1, name: 'Jordan Avery' }],
    'wp:term': [
      [{ id: 3, name: 'Tips &amp; tricks', slug: 'tips' }],
      [{ id: 7, name: 'Ankeny', slug: 'ankeny' }],
    ],
  },
};

/** A menu as the menus endpoint sends it. */
export const restMenuExample: RestMenu = {
  ID: 2,
  name: 'Primary &amp; more',
  slug: 'primary',
  description: '',
  items: [
    { ID: 1, title: 'Buyers', url: '/buy', target: '', classes: [''], menu_item_parent: 0 },
    {
      ID: 2,
      title: 'Guides &amp; tools',
      url: '/buy/guides',
      target: '',
      classes: ['x'],
      menu_item_parent: '1',
    },
  ],
};

/** Site data as the REST API sends it. */
export const restSiteDataExample: RestSiteData = {
  name: 'Homes',
  description: 'Buying &amp; selling',
  url: 'https://site.test',
  home: 'https://site.test',
  gmt_offset: '-6',
  timezone_string: 'America/Chicago',
  site_logo: 0,
  site_icon: '/icon.png',
};
