import {
  addressKind,
  fragmentOf,
  hasTarget,
  internalLinks,
  missingPictures,
  missingTexts,
  parseDocument,
  pictureAddresses,
  playablePlayers,
  playersOf,
} from './compare-documents.ts';
import { createSiteReader, type SiteAnswer } from './read-sites.ts';

/** An entry of WordPress's REST API. */
export interface RestDocument {
  id: number;
  link: string;
  content: { rendered: string };
}

/** One row of the report: how many there are in WordPress, how many the site has, and where it has none. */
export interface Comparison {
  name: string;
  inWordPress: number;
  onSite: number;
  /** `document: what is missing`, once for each. */
  places: string[];
}

interface Sites {
  documents: readonly RestDocument[];
  /** Origins. */
  wordpress: string;
  site: string;
  /** Returns a function that finds the address in WordPress of a picture's address on the pages that were read. */
  findOriginals: () => Promise<(url: URL) => URL>;
  say: (line: string) => void;
}

/** Compares every document of WordPress with its page on the site. */
export async function compareSites({
  documents,
  wordpress,
  site,
  findOriginals,
  say,
}: Sites): Promise<Comparison[]> {
  const inWordPress = createSiteReader(wordpress);
  const onSite = createSiteReader(site);
  const rows = createRows();
  const isThere = async (url: URL) => {
    if (url.origin === site) return (await onSite(url)).status === 200;
    // The comparison reaches no other host.
    return url.origin !== wordpress || (await inWordPress(url)).status === 200;
  };
  say(`Reading ${documents.length} pages of the site …`);
  /** An entry whose address is one of this site's own routes is elsewhere, and its number leads there. */
  const pageOf = async ({ id, link }: RestDocument, body: Document) => {
    const answer = await onSite(new URL(link));
    const isWhole = missingTexts(body, parseDocument(answer.html)).length === 0;
    return isWhole ? answer : onSite(new URL(`/?p=${id}`, site));
  };
  for (const { link } of documents) await onSite(new URL(link));
  const original = await findOriginals();
  for (const [index, entry] of documents.entries()) {
    const { link, content } = entry;
    if (index % 10 === 0) say(`Comparing ${index} of ${documents.length} documents …`);
    const name = new URL(link).pathname;
    const body = parseDocument(content.rendered);
    const answer = await pageOf(entry, body);
    const page = { document: parseDocument(answer.html), policy: answer.policy, url: answer.url };

    const texts = missingTexts(body, page.document);
    rows.add('words complete', name, texts.length === 0 ? null : texts.join(' | '));
    const pictures = await missingPictures(body, link, page, { original, isThere });
    for (const address of pictureAddresses(body, link)) {
      const at = pictures.indexOf(address);
      if (at !== -1) pictures.splice(at, 1);
      const host = new URL(address, link).origin === wordpress ? '' : ' of other hosts';
      rows.add(`pictures${host}`, name, at === -1 ? null : address);
    }
    const players = await playablePlayers(page, isThere);
    for (const kind of playersOf(body)) {
      const at = players.indexOf(kind);
      if (at !== -1) players.splice(at, 1);
      rows.add(`players: ${kind}`, name, at === -1 ? kind : null);
    }
    for (const url of internalLinks(body, link)) {
      const there = await inWordPress(url);
      if (there.status !== 200) continue;
      const here = await onSite(url);
      rows.add(`links: ${kindOf(url, there)}`, name, here.status < 400 ? null : `${here.status} ${url.href}`);
      const fragment = fragmentOf(url);
      if (fragment === null || !hasTarget(parseDocument(there.html), fragment)) continue;
      const isHere = hasTarget(parseDocument(here.html), fragment);
      rows.add('fragments', name, isHere ? null : url.href);
    }
  }
  return rows.all();
}

function kindOf(url: URL, { type, html }: SiteAnswer): string {
  const [, classes = ''] = /<body[^>]* class="([^"]*)"/.exec(html) ?? [];
  return addressKind(url, { type, classes });
}

function createRows() {
  const rows = new Map<string, Comparison>();
  return {
    /** Counts one thing of a document. `missing` is what the site does not have. */
    add(name: string, document: string, missing: string | null): void {
      const row = rows.get(name) ?? { name, inWordPress: 0, onSite: 0, places: [] };
      rows.set(name, row);
      row.inWordPress += 1;
      if (missing === null) row.onSite += 1;
      else row.places.push(`${document}  ${missing}`);
    },
    all: () => [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}
