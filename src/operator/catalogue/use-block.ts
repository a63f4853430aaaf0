import { useQuery } from '@tanstack/react-query';
import type { CatalogueBlock } from '../../contracts/block-catalogue.ts';
import { request } from '../request.ts';

/** Reads a block of the catalogue from the server. */
export function useBlock(id: string) {
  return useQuery({
    queryKey: ['blocks', id],
    queryFn: () => request<CatalogueBlock>(`/api/admin/blocks/block?id=${encodeURIComponent(id)}`),
    staleTime: 0,
  });
}
