import { queryOptions } from '@tanstack/react-query';
import { loadedQuery } from '../builder/loaded-parameters.ts';
import type { Registry } from '../builder/registry.ts';
import { pageDocumentQuery } from '../content/page-document.ts';
import type { PageDocument } from '../content/types.ts';

/** The query of an address: its page, with the code of the page's blocks loaded before it answers. */
export function pageQuery(registry: Registry, address: { pathname: string; search: string }) {
  const asked = new URLSearchParams(address.search).get('layout');
  const layout = asked === 'content' || asked === 'lead-capture' ? asked : undefined;
  const query = pageDocumentQuery(address.pathname, layout, loadedQuery(address.search));
  return queryOptions<PageDocument | null>({
    queryKey: query.queryKey,
    queryFn: async ({ signal }) => {
      const document = await query.load(signal);
      const blocks = document?.placements.map((placement) => placement.block) ?? [];
      await registry.load(blocks);
      // Unlike the page that came as a document, this one has no server HTML to fall back on.
      const absent = blocks.find((block) => registry.has(block) && !registry.view(block));
      if (absent !== undefined) throw new Error(`The code of the block "${absent}" did not arrive.`);
      return document;
    },
  });
}
