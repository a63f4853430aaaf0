import type { PreviewField } from '../contracts/preview.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';

/** A clicked element, or one of its ancestors within the section. */
export interface ClickedElement {
  /** The text content of the element. */
  text: string;
  /** The URL of the picture that the element shows; empty if it shows none. */
  picture: string;
}

/** A field that contains a text or a picture. */
interface Candidate {
  field: Omit<PreviewField, 'placement'>;
  texts: readonly string[];
  picture: string;
}

/**
 * Finds the field that a clicked element shows: a field whose value equals the text or picture of an element in
 * `clicked` or, failing that, contains the text. Inner elements come first. If no field matches, `field` is empty, and
 * only the section is known.
 */
export function findField(placement: ResolvedPlacement, clicked: readonly ClickedElement[]): PreviewField {
  const candidates = Object.entries(placement.props).flatMap(([field, value]) => candidatesOf(field, value));
  const found = firstFit(clicked, candidates, isSame) ??
    firstFit(clicked, candidates, isPartOf) ?? { field: '' };
  return { placement: placement.key, ...found };
}

/**
 * Describes the clicked element and its ancestors within the section, from the inside out. They may be in another
 * frame.
 */
export function clickedElements(from: Element, section: Element): ClickedElement[] {
  // Elements in a frame are instances of the frame's own classes.
  const { HTMLImageElement: Image } = from.ownerDocument.defaultView ?? window;
  const elements: ClickedElement[] = [];
  for (let at: Element | null = from; at && at !== section; at = at.parentElement) {
    const picture = at instanceof Image ? at : at.querySelector(':scope > img, :scope > picture > img');
    elements.push({
      text: at.textContent,
      picture: picture instanceof Image ? picture.currentSrc || picture.src : '',
    });
  }
  return elements;
}

type Fits = (element: ClickedElement, candidate: Candidate) => boolean;

function firstFit(clicked: readonly ClickedElement[], candidates: readonly Candidate[], fits: Fits) {
  for (const element of clicked) {
    const found = candidates.find((candidate) => fits(element, candidate));
    if (found) return found.field;
  }
  return undefined;
}

const isSame: Fits = ({ text, picture }, candidate) =>
  (picture !== '' && candidate.picture !== '' && samePicture(picture, candidate.picture)) ||
  (squeezed(text) !== '' && candidate.texts.includes(squeezed(text)));

/**
 * Whether a text is part of a field's value, such as a paragraph of a rich text. Short texts are too common to match.
 */
const isPartOf: Fits = ({ text }, { texts }) => {
  const part = squeezed(text);
  return part.length >= 8 && texts.some((whole) => whole.includes(part));
};

function candidatesOf(field: string, value: unknown): Candidate[] {
  if (isObject(value) && Array.isArray(value['rows'])) {
    const rows: unknown[] = value['rows'];
    return rows.flatMap((row, index) =>
      isObject(row)
        ? Object.entries(row).flatMap(([column, cell]) => candidate({ field, row: index, column }, cell))
        : [],
    );
  }
  const own = candidate({ field }, value);
  if (own.length > 0 || !isObject(value) || Array.isArray(value)) return own;
  // The value of a post section is an object with the post's title and text.
  return Object.entries(value).flatMap(([name, part]) => candidate({ field: name }, part));
}

function candidate(field: Candidate['field'], value: unknown): Candidate[] {
  if (typeof value === 'string') return [{ field, texts: [squeezed(plain(value))], picture: '' }];
  if (typeof value === 'number') {
    return [{ field, texts: [String(value), value.toLocaleString('en-US')], picture: '' }];
  }
  if (!isObject(value)) return [];
  const { src, text, html } = value;
  if (typeof src === 'string') return [{ field, texts: [], picture: src }];
  const words = typeof text === 'string' ? text : typeof html === 'string' ? plain(html) : '';
  return words === '' ? [] : [{ field, texts: [squeezed(words)], picture: '' }];
}

/** The sizes of a picture have different URLs with a common prefix. */
function samePicture(a: string, b: string): boolean {
  const pathOf = (address: string) => new URL(address, 'http://site').pathname.replace(/\/\d+$/, '');
  return pathOf(a) === pathOf(b);
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** White space in the document can differ from the stored text. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a value is an object or a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
