import styled from 'styled-components';
import { formatLongDate } from '../../src/contracts/post-listing.ts';
import type { SearchHit } from '../../src/contracts/content.ts';
import { useSiteSettings } from '../../src/content/site-settings-context.ts';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListRows } from '../../src/ui/layout/list-rows.tsx';
import { Pager } from '../../src/ui/layout/pager.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SearchForm } from '../../src/ui/form/search-form.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

const List = styled.ol.attrs({ role: 'list' })`
  max-width: 48rem;
  > li {
    display: grid;
    gap: 0.35rem;
    padding-block: ${({ theme }) => theme.space.m};
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  h3 {
    font-size: ${({ theme }) => theme.type.h3};
  }
  mark {
    background: none;
    color: inherit;
    font-weight: 700;
  }
`;

const Place = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** Lists search results, best match first, with the matched words marked in each snippet. */
function Hits({ hits }: { hits: readonly SearchHit[] }) {
  const { site } = useSiteSettings();
  return (
    <List>
      {hits.map(({ kind, path, title, snippet, date }) => (
        <li key={path}>
          <h3>
            <a href={path}>{title}</a>
          </h3>
          <p>{snippet.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))}</p>
          <Place>
            {kind === 'post' && date !== undefined ? `Article, ${formatLongDate(date, site.timeZone)}` : path}
          </Place>
        </li>
      ))}
    </List>
  );
}

const Count = styled.h2`
  margin-block: ${({ theme }) => theme.space.xl} ${({ theme }) => theme.space.m};
  font-size: ${({ theme }) => theme.type.h4};
`;

const Suggestions = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 2rem;
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** A search form with its results, or with suggested links if there are none. */
export default function SearchView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, label, button, none, items, words, list } = props;
  const address = (page: number) =>
    `/search?${new URLSearchParams({ q: words, ...(page > 1 ? { page: String(page) } : {}) }).toString()}`;
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <SearchForm label={label} button={button} words={words} />
      {words !== '' && <Count>{summary(list.total, words)}</Count>}
      {list.total > 0 ? (
        <Hits hits={list.items} />
      ) : (
        <>
          {words !== '' && none && <RichText html={none} />}
          <ListRows of={items} as={Suggestions}>
            {({ link }) => (
              <li>
                <ArrowLink link={link} />
              </li>
            )}
          </ListRows>
        </>
      )}
      <Pager page={list.page} pages={list.pages} href={address} label="Pages of results" />
    </Section>
  );
}

function summary(total: number, words: string): string {
  if (total === 0) return `Nothing found for “${words}”`;
  return `${total} ${total === 1 ? 'result' : 'results'} for “${words}”`;
}
