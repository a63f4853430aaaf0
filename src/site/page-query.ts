import { queryOptions } from '@tanstack/react-query';
import { viewIdsOf } from '../builder/body-block.ts';
import { serverQueryString } from '../builder/server-parameters.ts';
import type { BlockViewRegistry } from '../builder/block-view-registry.ts';
import { documentQueryKey } from '../content/content-paths.ts';
import type { ContentSource, DocumentAddress, PageDocument } from '../contracts/content.ts';
import { loadRichTextParser } from '../ui/text/rich-text-parser.ts';

type Address = Pick<URL, 'pathname' | 'search'>;

/** Returns the query key for the page at an address. The server-rendered page is cached under the same key. */
export function pageQueryKey(address: Address) {
  return documentQueryKey(documentAddress(address));
}

/**
 * Returns the query for the page at an address. Its data is null if there is no such page. It resolves once the code of
 * the page's blocks is loaded, and fails with an `Error` if the code of a block does not load.
 */
export function pageQuery(source: ContentSource, registry: BlockViewRegistry, address: Address) {
  return queryOptions<PageDocument | null>({
    queryKey: pageQueryKey(address),
    // Keep pages in the cache, so that Back renders at once and the browser can restore the scroll position.
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const [document] = await Promise.all([
        source.document(documentAddress(address), signal),
        loadRichTextParser(),
      ]);
      const blocks = document?.placements.map((placement) => placement.block) ?? [];
      await registry.load(viewIdsOf(document?.placements ?? []));
      // Also load the code of the comment list, so that the page can scroll to a comment or to the form at once.
      if (document?.placements.some(({ props }) => props.comments)) {
        const { loadCommentListComponent } = await import('../ui/comments/post-comments.tsx');
        await loadCommentListComponent();
      }
      // Unlike the first page, this one has no server HTML to show in place of a missing view. A view is missing if its
      // code fails to load, or if the block belongs to a later release than this tab.
      const absent = blocks.find((block) => !registry.view(block));
      if (absent !== undefined) throw new Error(`The code of the block "${absent}" did not arrive.`);
      return document;
    },
  });
}

function documentAddress({ pathname, search }: Address): DocumentAddress {
  const asked = new URLSearchParams(search).get('layout');
  return {
    path: pathname,
    layout: asked === 'content' || asked === 'lead-capture' ? asked : undefined,
    query: serverQueryString(search),
  };
}
