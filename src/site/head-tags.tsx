import { Helmet } from 'react-helmet-async';
import type { PageHead } from '../contracts/content.ts';
import { useSiteAppData } from './site-app-data.ts';

const NOT_FOUND: PageHead = {
  title: 'Page not found',
  description: 'The page could not be found. Start again from the home page, or ask for help.',
  canonical: '',
  robots: 'noindex',
  image: { src: '/social-card.png', width: 1200, height: 630, alt: '' },
  type: 'website',
};

/** A page's head tags; by default, those of the not-found page. Use it once per page: instances are not merged. */
export function HeadTags({ head = NOT_FOUND }: { head?: PageHead | undefined }) {
  const { origin, frame } = useSiteAppData();
  const canonical = `${origin}${head.canonical}`;
  const image = new URL(head.image.src, `${origin}/`).href;
  return (
    <Helmet>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <meta name="robots" content={head.robots} />
      {head.canonical && <link rel="canonical" href={canonical} />}
      {head.feeds?.map(({ title, path }) => (
        <link key={path} rel="alternate" type="application/rss+xml" title={title} href={path} />
      ))}
      <meta property="og:type" content={head.type} />
      <meta property="og:site_name" content={frame.settings.site.name} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      {head.canonical && <meta property="og:url" content={canonical} />}
      <meta property="og:image" content={image} />
      {head.image.type && <meta property="og:image:type" content={head.image.type} />}
      <meta property="og:image:width" content={String(head.image.width)} />
      <meta property="og:image:height" content={String(head.image.height)} />
      <meta property="og:image:alt" content={head.image.alt} />
      <meta property="og:locale" content="en_US" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={head.title} />
      <meta name="twitter:description" content={head.description} />
      <meta name="twitter:image" content={image} />
    </Helmet>
  );
}
