import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { Taxonomy } from '../../../src/contracts/post-listing.ts';
import { parentsOfTerm } from '../built-in/built-in-content.ts';
import { htmlToText } from '../values/html-text.ts';
import type { ExistingContent, ImportAction } from './import-actions.ts';
import { postOptions } from './post-options.ts';

/** A category or tag of a built-in post. */
interface NamedTerm {
  taxonomy: Taxonomy;
  slug: string;
  name: string;
  parent: NamedTerm | null;
}

/**
 * Returns the slug, terms (`named`), custom fields and REST fields of a built-in post. `data` has the terms under
 * `_embedded`. `picture` is the id of the featured image; 0 if there is none.
 */
export function readBuiltInPost(data: JsonObject) {
  const text = (name: string) => {
    const value = data[name];
    const rendered = isJsonObject(value) ? value.rendered : value;
    return typeof rendered === 'string' ? rendered : '';
  };
  const embedded = isJsonObject(data._embedded) ? data._embedded['wp:term'] : [];
  const named = (Array.isArray(embedded) ? embedded.flat() : []).filter(isJsonObject).map(namedTerm);
  return {
    slug: String(data.slug),
    named,
    acf: isJsonObject(data.acf) ? data.acf : {},
    fields: {
      title: htmlToText(text('title')),
      content: text('content'),
      excerpt: htmlToText(text('excerpt')),
      status: text('status') || 'publish',
      picture: Number(data.featured_media) || 0,
      // WordPress writes this field in UTC, without a time zone.
      date_gmt: (text('date_gmt') || text('date')).slice(0, 19),
      ...postOptions(data),
    },
  };
}

function namedTerm(term: JsonObject): NamedTerm {
  const [parent] = parentsOfTerm(term);
  return {
    taxonomy: term.taxonomy === 'post_tag' ? 'tags' : 'categories',
    slug: String(term.slug),
    name: htmlToText(String(term.name)),
    parent: parent ? namedTerm(parent) : null,
  };
}

/**
 * Yields the creation of each term that WordPress lacks. Parents come before their children. A parent that several
 * terms have in common is yielded once for each of them.
 */
export function* missingTermActions(
  terms: readonly NamedTerm[],
  existing: Pick<ExistingContent, Taxonomy>,
): Iterable<Extract<ImportAction, { kind: 'term' }>> {
  for (const { taxonomy, slug, name, parent } of terms) {
    if (existing[taxonomy].has(slug)) continue;
    if (parent) yield* missingTermActions([parent], existing);
    yield { kind: 'term', taxonomy, slug, name, parent: parent?.slug ?? null };
  }
}
