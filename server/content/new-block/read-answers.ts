import type { FieldKind } from '../../../src/builder/field.ts';
import { seoBlock } from '../normalise/seo-fields.ts';

/** The kinds of fields that a new block can start with. Others, such as a choice with its options, are added later. */
export const newBlockFieldKinds = [
  'text',
  'richText',
  'image',
  'link',
  'number',
  'toggle',
  'list',
] as const satisfies FieldKind[];

export interface NewBlockField {
  name: string;
  kind: (typeof newBlockFieldKinds)[number];
}

/** The fields that a new block has besides its title, if none are named. */
export const DEFAULT_NEW_BLOCK_FIELDS = 'text:richText';

/** The title of a new block, which editors see, and the id derived from it. */
export interface BlockIdentity {
  id: string;
  title: string;
}

/**
 * Derives title and id from a typed title such as "Open house", or an id such as "open-house". Throws an `Error` with
 * the fix if the id is not valid or already taken.
 */
export function parseBlockIdentity(typed: string, taken: ReadonlySet<string>): BlockIdentity {
  const given = typed.trim().replace(/\s+/g, ' ');
  const id = given
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’\p{M}]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (!/^[a-z]/.test(id)) {
    throw new Error(`"${given}" gives no id. Start the title with a letter from a to z, such as Open house.`);
  }
  if (id.length > 40) throw new Error(`"${id}" is longer than 40 characters. Choose a shorter title.`);
  if (taken.has(id)) {
    throw new Error(`There is a block "${id}" already. Choose another title, or edit blocks/${id}.`);
  }
  if (id === seoBlock.id) throw new Error(`"${id}" is used by the site itself. Choose another title.`);
  return { id, title: given === id ? capitaliseFirstLetter(id.replaceAll('-', ' ')) : given };
}

/** Names that cannot be props of a view, or that the generated files already use. */
const RESERVED = new Set(
  (
    'tone title block children key ref arguments await break case catch class const continue debugger default delete ' +
    'do else enum eval export extends false finally for function if implements import in instanceof interface let ' +
    'new null package private protected public return static super switch this throw true try typeof undefined var ' +
    'void while with yield'
  ).split(' '),
);

/**
 * Parses fields such as "text:richText guests:number". A field without a kind is a text; an empty answer means
 * `DEFAULT_NEW_BLOCK_FIELDS`. Throws an `Error` that lists all faults.
 */
export function parseNewBlockFields(typed: string): NewBlockField[] {
  const fields: NewBlockField[] = [];
  const faults: string[] = [];
  for (const part of (typed.trim() || DEFAULT_NEW_BLOCK_FIELDS).split(/[\s,]+/).filter(Boolean)) {
    const [name = '', wanted = 'text', ...rest] = part.split(':');
    const kind = newBlockFieldKinds.find((each) => each.toLowerCase() === wanted.toLowerCase());
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
      faults.push(`"${name}" is no field name. Use lower-case words joined by "_".`);
    } else if (name === 'tone' || name === 'title') {
      faults.push(`Every new block has "${name}" already. Leave it out.`);
    } else if (RESERVED.has(name)) {
      faults.push(`"${name}" has a meaning in JavaScript or React. Choose another name.`);
    } else if (fields.some((field) => field.name === name)) {
      faults.push(`"${name}" is named twice. Choose another name.`);
    } else if (kind === undefined || rest.length > 0) {
      faults.push(`"${part}" names no kind of field. Use one of: ${newBlockFieldKinds.join(', ')}.`);
    } else {
      fields.push({ name, kind });
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return fields;
}

export function capitaliseFirstLetter(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
