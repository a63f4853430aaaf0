import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback } from 'react';
import { BlockViewRegistryContext } from '../../../builder/block-view-registry.ts';
import { WordPressProvider } from '../../../content/wordpress-provider.tsx';
import { findField, type FieldMatch } from '../../../preview/find-field.ts';
import { renderSection } from '../../../preview/render-section.tsx';
import { useOpenedPageData, useCanvasState } from '../editor-context.ts';

/**
 * Returns a function that finds the field whose value an element of the canvas shows. It returns null outside of
 * sections.
 */
export function useFindField(): (element: Element) => FieldMatch | null {
  const { site } = useOpenedPageData();
  const queryClient = useQueryClient();
  const registry = use(BlockViewRegistryContext);
  const { placements, first } = useCanvasState();
  return useCallback(
    (element: Element) => {
      const placement = placements.get(element.closest('[data-section]')?.getAttribute('data-section') ?? '');
      if (!placement) return null;
      const options = {
        contexts: { provider: WordPressProvider, queryClient, site },
        registry,
        location: location.pathname + location.search,
        first: first === placement.key,
      };
      return findField(
        {
          placement,
          element: element.closest('[data-placement]'),
          render: (props) => renderSection({ ...placement, props }, options),
        },
        element,
      );
    },
    [site, queryClient, registry, placements, first],
  );
}
