import type { BodyBlockPropsOf } from '../../src/builder/body-block.ts';
import { SearchForm } from '../../src/ui/form/search-form.tsx';
import type block from './block.ts';

/** The site's search field, within a text. */
export default function SearchView({ label, button }: BodyBlockPropsOf<typeof block>) {
  return <SearchForm label={label} button={button} />;
}
