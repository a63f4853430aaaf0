import type { PropsOf } from '../../src/builder/block.ts';
import { SearchForm } from '../../src/ui/form/search-form.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

/** A search field whose results are shown on the search page. */
export default function SearchFormView({ tone, title, label, button }: PropsOf<typeof block>) {
  return (
    <Section tone={tone} heading={title === undefined ? undefined : { title }}>
      <SearchForm label={label} button={button} />
    </Section>
  );
}
