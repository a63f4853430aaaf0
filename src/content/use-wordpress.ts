import { useContext } from 'react';
import { ContentContext, type Content } from './content-context.ts';

/** The content facility of the nearest provider. Throws outside of one. */
export function useWordPress(): Content {
  const content = useContext(ContentContext);
  if (!content) {
    throw new Error(
      'No WordPress provider found. Please wrap with WordPressProvider or MockWordPressProvider',
    );
  }
  return content;
}
