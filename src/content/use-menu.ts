import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { menuKey } from './content-keys.ts';
import { logFailure } from './log-failure.ts';
import { menuTree } from './menu-tree.ts';
import type { MenuItem, MenuLocation } from './types.ts';
import { useWordPress } from './use-wordpress.ts';

/** The entries of the menu at a location, nested: null while loading, where there is none, and after a failure (logged). */
export function useMenu(location: MenuLocation): { items: MenuItem[] | null; isLoading: boolean } {
  const { source, messages, ownHost } = useWordPress();
  const { data, isPending } = useQuery({
    queryKey: menuKey(location),
    queryFn: () => logFailure(messages.logged.menu, location, source.menu(location)),
  });
  const items = useMemo(() => (data ? menuTree(data.items, ownHost) : null), [data, ownHost]);
  return { items, isLoading: isPending };
}
