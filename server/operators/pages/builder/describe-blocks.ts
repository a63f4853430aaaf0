import { rawExample } from '../../../../src/builder/block-example.ts';
import { blockGroups } from '../../../../src/builder/block-groups.ts';
import type { Block } from '../../../../src/builder/block.ts';
import type { Fields } from '../../../../src/builder/field.ts';
import type {
  BlockDescription,
  FieldDescriptions,
} from '../../../../src/contracts/operators/page-builder.ts';

/**
 * Describes the blocks for the builder, sorted by group and title. The schemas are not included, because the server
 * validates the input.
 */
export function describeBlocks(blocks: ReadonlyMap<string, Block>): BlockDescription[] {
  return [...blocks.values()]
    .map(describeBlock)
    .sort(
      (one, other) =>
        blockGroups.indexOf(one.group) - blockGroups.indexOf(other.group) ||
        one.title.localeCompare(other.title, 'en-US'),
    );
}

function describeBlock(block: Block): BlockDescription {
  const { id, title, group, description, keywords, fields } = block;
  const start = rawExample(block);
  return { id, title, group, description, keywords, fields: described(fields), ...(start ? { start } : {}) };
}

function described(fields: Fields): FieldDescriptions {
  return Object.fromEntries(
    Object.entries(fields).map(
      ([name, { schema: _schema, upgrade: _upgrade, row, fields: inner, ...field }]) => [
        name,
        {
          ...field,
          ...(row ? { row: described(row) } : {}),
          ...(inner ? { fields: described(inner) } : {}),
        },
      ],
    ),
  );
}
