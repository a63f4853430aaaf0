import type { HtmlChange } from '../html/html-changes.ts';
import { embedPhrase } from '../html/embed-link-wording.ts';

/** A part of a text that visitors do not see, or that looks different from what its editor sees. */
export interface BodyFault {
  kind:
    | 'form'
    | 'button'
    | 'script'
    | 'style'
    | 'frame'
    | 'file'
    | 'drawing'
    | 'picture'
    | 'link'
    | 'heading'
    | 'page-break'
    | 'block'
    | 'dropdown'
    | 'shortcode'
    | 'element';
  /** What the part is, such as “a form”. */
  what: string;
  /** What visitors see instead, and what an editor can do about it. */
  fix: string;
  /** The block or plugin that the part belongs to, such as `in the block “Button”` or `of WPForms`. */
  of?: string;
  /** The address of a picture that can be imported into the media library. */
  picture?: string;
}

/** The differences between a text in WordPress and the text that visitors see. */
export interface BodyChanges {
  /** What the sanitizer removed or replaced. */
  changes: readonly HtmlChange[];
  /** Addresses of pictures that the site does not serve. */
  pictures: readonly string[];
  /** Whether the text is divided into several pages. */
  hasPageBreak: boolean;
}

const FORM: BodyFault = {
  kind: 'form',
  what: 'a form',
  fix: 'Visitors do not get it. Add a form to the sections of a page, or link to a page with a form.',
};
const FIELDS: BodyFault = {
  kind: 'form',
  what: 'form fields without a form',
  fix: 'Visitors do not get them. Add a form to the sections of a page, or link to a page with a form.',
};
const SCRIPT: BodyFault = {
  kind: 'script',
  what: 'a script',
  fix: 'Visitors do not get scripts of texts. Remove it, or show what it does as text or as a picture.',
};
const STYLE: BodyFault = {
  kind: 'style',
  what: 'margins, shapes or other styles of its own',
  fix: 'The site has its own design. Reset them in the settings of the block, or keep them if the look does not matter.',
};
const DRAWING: BodyFault = {
  kind: 'drawing',
  what: 'a drawing (SVG)',
  fix: 'Visitors do not get it. Upload it as PNG, JPEG or WebP.',
};
const DROPDOWN: BodyFault = {
  kind: 'dropdown',
  what: 'a dropdown',
  fix: 'Visitors get a list of links in its place. There is nothing to do.',
};
const FILE: BodyFault = {
  kind: 'file',
  what: 'a file inside the page',
  fix: 'Visitors do not get it. Link to the file.',
};

/** Faults by the name of the removed element. */
const ELEMENTS: Readonly<Record<string, BodyFault>> = {
  form: FORM,
  script: SCRIPT,
  style: { ...STYLE, what: 'styles of its own (CSS)', fix: 'The site has its own design. Remove them.' },
  button: {
    kind: 'button',
    what: 'a button that needs a script',
    fix: 'Visitors get its words only. Use the block “Buttons”, whose buttons are links.',
  },
  svg: DRAWING,
  math: {
    kind: 'drawing',
    what: 'a formula (MathML)',
    fix: 'Visitors do not get it. Write it as text, or use a picture.',
  },
  canvas: { ...DRAWING, what: 'a drawing by a script', fix: 'Visitors do not get it. Use a picture.' },
  object: FILE,
  embed: FILE,
  applet: FILE,
};
/** Form elements outside of a form. Those inside are not in the changes, because a form is removed with its content. */
const FORM_PARTS = new Set(['input', 'select', 'textarea', 'fieldset', 'datalist', 'option', 'optgroup']);
/** Elements that are not reported: they are never visible, or without them only the look of their text changes. */
const UNNOTICED = new Set(
  (
    'html head body meta title base link noscript template param track label legend picture source font center tt big ' +
    'acronym nav search hgroup'
  ).split(' '),
);
/** The attribute `style`, and the attributes that set colors, fonts, alignment or borders in old HTML. */
const LOOKS = new Set(['style', 'align', 'valign', 'bgcolor', 'background', 'color', 'face', 'border']);

/** Returns the faults of a text for its editor, without duplicates and without `of`, the block or plugin of each. */
export function bodyFaultsOf(changes: BodyChanges): BodyFault[] {
  const found = new Map<string, BodyFault>();
  for (const { kind, what, fix, picture } of bodyFaultsWithOwners(changes))
    found.set(`${what} ${picture ?? ''}`, { kind, what, fix, ...(picture === undefined ? {} : { picture }) });
  return [...found.values()];
}

/** Returns the faults of a text with the block or plugin that each belongs to (`of`), without duplicates. */
export function bodyFaultsWithOwners({ changes, pictures, hasPageBreak }: BodyChanges): BodyFault[] {
  const found = [
    ...changes.map((change) => {
      const fault = describeChange(change);
      const of = 'of' in change ? change.of : undefined;
      return fault && of !== undefined ? { ...fault, of } : fault;
    }),
    ...pictures.map(describePicture),
    ...(hasPageBreak ? [PAGE_BREAK] : []),
  ].filter((fault) => fault !== null);
  const key = ({ what, of = '', picture = '' }: BodyFault) => [what, of, picture].join('\n');
  return [...new Map(found.map((fault) => [key(fault), fault])).values()];
}

function describeChange(change: HtmlChange): BodyFault | null {
  switch (change.kind) {
    case 'element':
      return describeElement(change.name);
    case 'attribute':
      return describeAttribute(change.name);
    case 'block':
      return {
        kind: 'block',
        what: `the block “${change.name}”`,
        fix: 'It belongs to WordPress’s own pages, so visitors do not get it. Remove it.',
      };
    case 'dropdown':
      return DROPDOWN;
    case 'shortcode':
      return {
        kind: 'shortcode',
        what: `the shortcode [${change.name}]`,
        fix: 'WordPress does not know it, so visitors read its source. Activate its plugin, or remove it.',
      };
    case 'frame':
      return describeFrame(change.address, change.isLink);
    case 'picture':
      return {
        kind: 'picture',
        what: /^\s*data:/i.test(change.address)
          ? 'a picture inside the text'
          : 'a picture without a usable address',
        fix: 'Visitors do not get it. Upload it to the media library, and choose it there.',
      };
    case 'link':
      return {
        kind: 'link',
        what: `a link to “${change.address.trim().slice(0, 60)}”`,
        fix: 'Visitors get its words without the link. Link to a page, or to an address that begins with https://.',
      };
    case 'heading':
      return {
        kind: 'heading',
        what: 'a heading 1',
        fix: 'Visitors get a heading 2, because the title of the page is its only heading 1. Choose heading 2.',
      };
  }
}

function describeElement(name: string): BodyFault | null {
  if (FORM_PARTS.has(name)) return FIELDS;
  const known = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined;
  if (known) return known;
  if (UNNOTICED.has(name)) return null;
  return {
    kind: 'element',
    what: `the element <${name}>`,
    fix: 'Visitors get its text only. Use a block of WordPress, or leave it if the text is enough.',
  };
}

function describeAttribute(name: string): BodyFault | null {
  if (name.startsWith('on')) return SCRIPT;
  return LOOKS.has(name) ? STYLE : null;
}

function describeFrame(address: string, isLink: boolean): BodyFault {
  if (!isLink) {
    return {
      kind: 'frame',
      what: 'a frame without a web address',
      fix: 'Visitors do not get it. Remove it, or link to the page.',
    };
  }
  return {
    kind: 'frame',
    what: embedPhrase(address),
    fix: 'Visitors get a link that opens it in a new tab. Keep it if that is enough.',
  };
}

function describePicture(address: string): BodyFault {
  const url = URL.parse(address);
  const isSvg = /\.svgz?$/i.test(url?.pathname ?? address);
  if (isSvg) return DRAWING;
  if (!url) return { ...PICTURE, what: 'a picture without a usable address' };
  return { ...PICTURE, what: `a picture of ${url.hostname}`, fix: IMPORT, picture: url.href };
}

const PICTURE: BodyFault = {
  kind: 'picture',
  what: 'a picture',
  fix: 'Visitors do not get it. Upload it to the media library, and choose it there.',
};
const IMPORT = 'Visitors do not get pictures of other hosts. Import it into the media library.';

const PAGE_BREAK: BodyFault = {
  kind: 'page-break',
  what: 'a page break',
  fix: 'Visitors get the whole text on one page.',
};
