import type { FieldKind } from '../field.ts';
import { choiceKind } from './choice.ts';
import { dateKind } from './date.ts';
import { groupKind } from './group.ts';
import { imageKind } from './image.ts';
import type { FieldKindDefinition } from './kind.ts';
import { linkKind } from './link.ts';
import { listKind } from './list.ts';
import { numberKind } from './number.ts';
import { referenceKind } from './reference.ts';
import { richTextKind } from './rich-text.ts';
import { textKind } from './text.ts';
import { toggleKind } from './toggle.ts';

/** The implementation of each field kind. */
export const fieldKinds: Readonly<Record<FieldKind, FieldKindDefinition>> = {
  text: textKind,
  richText: richTextKind,
  image: imageKind,
  link: linkKind,
  number: numberKind,
  toggle: toggleKind,
  choice: choiceKind,
  date: dateKind,
  reference: referenceKind,
  group: groupKind(fieldKindOf),
  list: listKind(fieldKindOf),
};

export function fieldKindOf({ kind }: { readonly kind: FieldKind }): FieldKindDefinition {
  return fieldKinds[kind];
}
