import { plainText } from './plain-text.ts';
import type { RestPage } from './rest-shapes.ts';
import type { CustomFields, Page } from './types.ts';

/** The page that a REST answer tells of. */
export function readPage(raw: RestPage): Page {
  return {
    id: raw.id,
    title: plainText(raw.title.rendered),
    content: raw.content?.rendered ?? '',
    excerpt: raw.excerpt?.rendered ?? '',
    slug: raw.slug,
    modified: asUtc(raw.modified_gmt ?? raw.modified),
    acf: isFields(raw.acf) ? raw.acf : {},
    featuredImage: raw._embedded?.['wp:featuredmedia']?.[0]?.source_url ?? null,
  };
}

/** A moment as WordPress writes it (UTC, but without saying so) as ISO 8601 in UTC. Absent becomes empty. */
export function asUtc(moment = ''): string {
  return moment === '' || /(Z|[+-]\d\d:\d\d)$/.test(moment) ? moment : `${moment}Z`;
}

function isFields(acf: RestPage['acf']): acf is CustomFields {
  return acf !== undefined && !Array.isArray(acf);
}
