/**
 * The part of schema.org's vocabulary (version 29) that the site may use. Each type has its parent types and its own
 * properties. Source: https://schema.org/docs/developers.html
 */
const VOCABULARY: Readonly<Record<string, { is?: readonly string[]; has: string }>> = {
  Thing: {
    has: 'name description url image sameAs mainEntityOfPage identifier alternateName potentialAction',
  },
  Organization: {
    is: ['Thing'],
    has: 'address areaServed email telephone logo makesOffer parentOrganization founder employee',
  },
  Place: { is: ['Thing'], has: 'address geo openingHoursSpecification telephone hasMap' },
  LocalBusiness: { is: ['Organization', 'Place'], has: 'priceRange openingHours paymentAccepted' },
  RealEstateAgent: { is: ['LocalBusiness'], has: '' },
  Person: { is: ['Thing'], has: 'jobTitle worksFor email telephone' },
  Intangible: { is: ['Thing'], has: '' },
  Offer: { is: ['Intangible'], has: 'price priceCurrency itemOffered availability validFrom seller' },
  Service: { is: ['Intangible'], has: 'areaServed provider serviceType offers' },
  PostalAddress: {
    is: ['Intangible'],
    has: 'streetAddress addressLocality addressRegion postalCode addressCountry telephone email',
  },
  OpeningHoursSpecification: { is: ['Intangible'], has: 'dayOfWeek opens closes validFrom validThrough' },
  EntryPoint: { is: ['Intangible'], has: 'urlTemplate httpMethod contentType' },
  ItemList: { is: ['Intangible'], has: 'itemListElement itemListOrder numberOfItems' },
  BreadcrumbList: { is: ['ItemList'], has: '' },
  ListItem: { is: ['Intangible'], has: 'item position' },
  DefinedTerm: { is: ['Intangible'], has: 'inDefinedTermSet termCode' },
  Action: { is: ['Thing'], has: 'target object result' },
  // `query-input` is `query` with the "-input" annotation of schema.org's actions.
  SearchAction: { is: ['Action'], has: 'query query-input' },
  CreativeWork: {
    is: ['Thing'],
    has: 'author publisher headline datePublished dateModified keywords text mainEntity position inLanguage about',
  },
  WebSite: { is: ['CreativeWork'], has: 'issn' },
  WebPage: { is: ['CreativeWork'], has: 'breadcrumb lastReviewed' },
  FAQPage: { is: ['WebPage'], has: '' },
  Question: { is: ['CreativeWork'], has: 'acceptedAnswer suggestedAnswer answerCount' },
  Answer: { is: ['CreativeWork'], has: 'answerExplanation' },
  HowTo: { is: ['CreativeWork'], has: 'totalTime step supply tool prepTime performTime' },
  HowToStep: { is: ['CreativeWork', 'ListItem'], has: '' },
  DefinedTermSet: { is: ['CreativeWork'], has: 'hasDefinedTerm' },
  Article: { is: ['CreativeWork'], has: 'articleBody articleSection wordCount' },
  BlogPosting: { is: ['Article'], has: '' },
};

/** Patterns for property values, regardless of the type that has the property. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  url: /^https?:\/\//,
  image: /^https?:\/\//,
  logo: /^https?:\/\//,
  item: /^https?:\/\//,
  totalTime: /^P(\d+D|T\d+[HM])$/,
  datePublished: /^\d{4}-\d{2}-\d{2}/,
  dateModified: /^\d{4}-\d{2}-\d{2}/,
  price: /^\d+(\.\d{2})?$/,
  priceCurrency: /^[A-Z]{3}$/,
  dayOfWeek: /^https:\/\/schema\.org\/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  opens: /^\d{2}:\d{2}$/,
  closes: /^\d{2}:\d{2}$/,
  telephone: /^\+\d+$/,
};

function knows(type: string, property: string): boolean {
  const entry = VOCABULARY[type];
  if (!entry) return false;
  return entry.has.split(' ').includes(property) || (entry.is ?? []).some((each) => knows(each, property));
}

/** Returns everything that schema.org does not define, with its location. Empty if all data is valid. */
export function vocabularyFaults(data: unknown, place = '', property = ''): string[] {
  if (Array.isArray(data)) return data.flatMap((each) => vocabularyFaults(each, place, property));
  if (typeof data !== 'object' || data === null) {
    const shape = SHAPES[property];
    return shape && !shape.test(String(data)) ? [`${place}: ${String(data)} is no ${property}`] : [];
  }
  const entries = Object.entries(data);
  const type = String(Reflect.get(data, '@type') ?? '');
  const properties = entries.filter(([name]) => !name.startsWith('@'));
  // An object with only `@id` refers to an object that is defined elsewhere.
  if (type === '' && properties.length === 0) return [];
  if (!(type in VOCABULARY)) return [`${place}: there is no type "${type}"`];
  const unknown = properties
    .filter(([name]) => !knows(type, name))
    .map(([name]) => `${place}/${type}: there is no property "${name}"`);
  const below = properties.flatMap(([name, value]) =>
    vocabularyFaults(value, `${place}/${type}.${name}`, name),
  );
  return unknown.concat(below);
}
