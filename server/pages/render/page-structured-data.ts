import type { Logger } from 'pino';
import type { Block, StructuredData, StructuredDataContext } from '../../../src/builder/block.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { PageDocument } from '../../../src/contracts/content.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Returns a page's structured data for search engines: agent, site, breadcrumb and the data of its blocks. */
export function pageStructuredData(
  document: PageDocument,
  settings: SiteSettings,
  origin: string,
  blocks: ReadonlyMap<string, Block>,
  log: Logger,
): StructuredData[] {
  const site: StructuredDataContext = {
    pageUrl: `${origin}${document.head.canonical}`,
    agentId: `${origin}/#agent`,
    absolute: (path) => new URL(path, `${origin}/`).href,
  };
  const said = document.placements.flatMap(({ block, key, props }) => {
    try {
      return blocks.get(block)?.structuredData?.(props, site) ?? [];
    } catch (error) {
      // One failing placement must not affect the others.
      log.error({ event: 'block-fault', kind: 'structured-data', block, key, err: error });
      return [];
    }
  });
  const all = [
    agentData(settings, site, origin),
    websiteData(settings, origin),
    ...(document.trail ? [breadcrumbData(document.trail, site)] : []),
    ...said,
  ];
  return all.map(inContext);
}

function inContext(data: StructuredData) {
  return { '@context': 'https://schema.org', ...data };
}

/** Returns the breadcrumb from the home page to this page. */
function breadcrumbData(
  trail: NonNullable<PageDocument['trail']>,
  site: StructuredDataContext,
): StructuredData {
  const steps = [{ path: '/', title: 'Home' }, ...trail];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ path, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: site.absolute(path),
    })),
  };
}

function agentData(settings: SiteSettings, site: StructuredDataContext, origin: string): StructuredData {
  const { agent, brokerage, address, hours, social } = settings;
  return {
    '@type': 'RealEstateAgent',
    '@id': site.agentId,
    name: agent.name,
    url: `${origin}/`,
    mainEntityOfPage: site.absolute('/about'),
    ...(brokerage.logo && { logo: site.absolute(brokerage.logo) }),
    image: site.absolute(settings.seo.shareImage),
    telephone: agent.phoneDial,
    email: agent.email,
    priceRange: settings.priceRange,
    makesOffer: {
      '@type': 'Offer',
      name: 'Home valuation',
      price: '0',
      priceCurrency: 'USD',
      url: site.absolute('/sell/home-valuation'),
      itemOffered: { '@type': 'Service', name: 'Home valuation', areaServed: address.locality },
    },
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.locality,
      addressRegion: address.region,
      postalCode: address.postalCode,
      addressCountry: address.country,
    },
    parentOrganization: { '@type': 'Organization', name: brokerage.name, url: brokerage.url },
    openingHoursSpecification: hours.map((line) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: line.weekdays.map((day) => `https://schema.org/${DAYS[day]}`),
      opens: line.opens,
      closes: line.closes,
    })),
    sameAs: social.map((profile) => profile.url),
  };
}

function websiteData(settings: SiteSettings, origin: string): StructuredData {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: settings.site.name,
    description: settings.site.description,
    url: `${origin}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
