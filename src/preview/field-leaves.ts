import type { FieldLocation } from '../contracts/preview.ts';

type Props = Readonly<Record<string, unknown>>;

/** A value of a section that an element may show, and how to find out whether it does. */
export interface FieldLeaf {
  field: Omit<FieldLocation, 'placement'>;
  /** The value as text; empty for a picture and for a link without a text. */
  text: string;
  /** The section's props with another value in its place. */
  changed: Props;
  /** Whether an element could show the value. If not, the section need not be rendered with the changed value. */
  mayBeIn: (element: Element) => boolean;
  /**
   * Compares an element before and after the change. Returns 2 if the element shows the value, 1 if it is only in a
   * link to the URL that is the value, and 0 otherwise.
   */
  strengthIn: (after: Element, before: Element) => 0 | 1 | 2;
}

/** A marker in every changed text, link and picture URL. No real text contains it. */
const MARK = 'qzvxjkwq';

/** Returns the values of a section in the order of its fields. */
export function fieldLeavesOf(props: Props): FieldLeaf[] {
  return Object.entries(props).flatMap(([field, value]) => {
    const at = (path: readonly (string | number)[], part: unknown, own: FieldLeaf['field']) =>
      leafOf(part, own, (change) => ({ ...props, [field]: replaced(value, path, change) }));
    if (!isObjectOrArray(value) || Array.isArray(value)) return at([], value, { field });
    if (Array.isArray(value['rows'])) {
      const rows: unknown[] = value['rows'];
      return rows.flatMap((row, index) =>
        isObjectOrArray(row)
          ? Object.entries(row).flatMap(([column, cell]) =>
              cellPaths(cell).flatMap(({ path, part }) =>
                at(['rows', index, column, ...path], part, { field, row: index, column }),
              ),
            )
          : [],
      );
    }
    if (typeof value['html'] === 'string') return at(['html'], value['html'], { field });
    const own = at([], value, { field });
    if (own.length > 0) return own;
    return Object.entries(value).flatMap(([name, part]) => at([name], part, within(field, value, name)));
  });
}

/** Returns the field that a part of an object value belongs to: in a group, the group's inner field. */
function within(field: string, value: Props, name: string): FieldLeaf['field'] {
  // A post's section shows the post's title and text, which are not stored in a field of the section.
  if (field === 'post') return { field: name };
  return isReference(value) ? { field } : { field, column: name };
}

/** Whether a value is a reference, which has the path and title of another page. */
function isReference({ path, title }: Props): boolean {
  return typeof path === 'string' && typeof title === 'string';
}

/** Returns a cell with its path; for a group or a nested list, the cells in it. */
function cellPaths(cell: unknown): { path: readonly (string | number)[]; part: unknown }[] {
  if (!isObjectOrArray(cell) || Array.isArray(cell) || 'src' in cell || 'href' in cell)
    return [{ path: [], part: cell }];
  if (!Array.isArray(cell['rows'])) {
    return Object.entries(cell).map(([name, part]) => ({ path: [name], part }));
  }
  const rows: unknown[] = cell['rows'];
  return rows.flatMap((row, index) =>
    isObjectOrArray(row)
      ? Object.entries(row).flatMap(([name, inner]) =>
          cellPaths(inner).map(({ path, part }) => ({ path: ['rows', index, name, ...path], part })),
        )
      : [],
  );
}

function leafOf(value: unknown, field: FieldLeaf['field'], change: (value: unknown) => Props): FieldLeaf[] {
  if (typeof value === 'string') {
    return withoutWhitespace(plain(value)) === '' ? [] : [textLeaf(value, field, change(marked(value)))];
  }
  if (typeof value === 'number') return [numberLeaf(value, field, change(value + 1))];
  if (!isObjectOrArray(value)) return [];
  const { src, href, text } = value;
  if (typeof src === 'string') return [pictureLeaf(field, change({ ...value, src: `${src}#${MARK}` }))];
  if (typeof href !== 'string') return [];
  const words = typeof text === 'string' ? text : '';
  const link = { ...value, href: `${href}#${MARK}`, text: words === '' ? '' : marked(words) };
  return [linkLeaf(words, field, change(link))];
}

const hasMark = (text: string | null | undefined) => text?.toLowerCase().includes(MARK) === true;

function textLeaf(value: string, field: FieldLeaf['field'], changed: Props): FieldLeaf {
  const text = plain(value);
  const parts = value.includes('<')
    ? [withoutWhitespace(text)]
    : text.split('\n').map(withoutWhitespace).filter(Boolean);
  return {
    field,
    text,
    changed,
    mayBeIn: ({ textContent }) => {
      const shown = withoutWhitespace(textContent);
      return (
        shown !== '' &&
        (withoutWhitespace(text).includes(shown) || parts.some((part) => shown.includes(part)))
      );
    },
    strengthIn: (after) => (hasMark(after.textContent) ? 2 : 0),
  };
}

function numberLeaf(value: number, field: FieldLeaf['field'], changed: Props): FieldLeaf {
  const shown = (element: Element) => [element.textContent, element.getAttribute('aria-label')].join();
  return {
    field,
    text: String(value),
    changed,
    mayBeIn: (element) => /\d/.test(shown(element)),
    strengthIn: (after, before) => (shown(after) === shown(before) ? 0 : 2),
  };
}

function pictureLeaf(field: FieldLeaf['field'], changed: Props): FieldLeaf {
  const pictures = (element: Element) => [
    ...(element.matches('img') ? [element] : []),
    ...element.querySelectorAll('img'),
  ];
  return {
    field,
    text: '',
    changed,
    mayBeIn: (element) => pictures(element).length > 0,
    strengthIn: (after) => (pictures(after).some((each) => hasMark(each.getAttribute('src'))) ? 2 : 0),
  };
}

function linkLeaf(words: string, field: FieldLeaf['field'], changed: Props): FieldLeaf {
  return {
    field,
    text: words,
    changed,
    mayBeIn: (element) => element.closest('a') !== null || element.querySelector('a') !== null,
    strengthIn: (after) => {
      if (hasMark(after.textContent)) return 2;
      return hasMark(after.closest('a')?.getAttribute('href')) ? 1 : 0;
    },
  };
}

/** Marks each line of a text, or each text of HTML, because a view may show them in different elements. */
function marked(value: string): string {
  return value.includes('<')
    ? value.replace(/(^|>)([^<]*[^<\s][^<]*)/g, `$1$2${MARK}`)
    : value.replace(/[^\n]*\S[^\n]*/g, `$&${MARK}`);
}

function replaced(value: unknown, [first, ...rest]: readonly (string | number)[], change: unknown): unknown {
  if (first === undefined) return change;
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === first ? replaced(each, rest, change) : each));
  }
  return isObjectOrArray(value) ? { ...value, [first]: replaced(value[first], rest, change) } : value;
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Returns a text without white space, which can differ between the document and the stored text. */
export function withoutWhitespace(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Whether a value is an object or an array, but not null. */
export function isObjectOrArray(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
