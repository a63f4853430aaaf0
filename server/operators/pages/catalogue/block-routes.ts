import type { Router } from 'express';
import type { ExamplePicture } from '../../../../src/builder/kinds/kind.ts';
import { pageCalls } from '../../../../src/contracts/operators/page-calls.ts';
import type { Content } from '../../../content/content.ts';
import type { Config } from '../../../platform/config/config.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OperatorGuard } from '../../api/operator-guard.ts';
import { createCallRouter } from '../../api/serve-call.ts';
import { resolveBlockExamples, blockUses } from './block-catalogue.ts';
import { buildCanvasSite } from '../builder/canvas-site.ts';
import { describeBlocks } from '../builder/describe-blocks.ts';
import type { EditorAccount, EditorAccounts } from '../editor-account.ts';
import type { PageBuilder } from '../builder/page-builder.ts';

interface Options {
  config: Config;
  content: Content;
  builder: PageBuilder;
  accounts: EditorAccounts;
  guard: OperatorGuard;
  origin: () => string;
  now: () => number;
}

/**
 * Creates the API routes of the block catalogue for operators and editors: the list of all blocks, and one block with
 * its examples and the sections that use it.
 */
export function createBlockRoutes(options: Options): Router {
  const { config, content, builder, accounts, guard, origin, now } = options;
  const { blocks, builtIn } = content;
  const { router, serve } = createCallRouter(guard);

  const usesFor = (account: EditorAccount) => blockUses(builder.pages(account), blocks, config.homeLayout);

  serve(pageCalls.blocks, async (_input, { response }) => {
    const uses = usesFor(await accounts.of(response));
    return {
      blocks: describeBlocks(blocks).map(({ id, title, group, description, fields }) => ({
        id,
        title,
        group,
        description,
        fields: Object.keys(fields).length,
        uses: uses.get(id)?.length ?? 0,
      })),
    };
  });

  serve(pageCalls.block, async ({ id }, { response }) => {
    const block = blocks.get(id);
    const [described] = block ? describeBlocks(new Map([[block.id, block]])) : [];
    if (!block || !described) throw new ApiError(404, 'There is no such block. Go back to all blocks.');
    const account = await accounts.of(response);
    return {
      block: described,
      examples: await resolveBlockExamples({ block, builtIn, picture: pictureOf(content), builder, account }),
      uses: usesFor(account).get(block.id) ?? [],
      site: buildCanvasSite({ content, origin, now }),
    };
  });

  return router;
}

/**
 * Returns the built-in picture that is tallest in relation to its width. Throws an `Error` if there is no picture.
 */
function pictureOf({ builtIn }: Pick<Content, 'builtIn'>): ExamplePicture {
  const share = ({ width, height }: ExamplePicture) => height / width;
  const [tallest] = [...builtIn.media.values()].sort((one, other) => share(other) - share(one));
  if (!tallest) throw new Error('fixtures/media.json has no picture. Add one.');
  const { url, width, height, alt } = tallest;
  return { url, width, height, alt };
}
