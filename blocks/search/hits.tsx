import styled from 'styled-components';
import { longDate } from '../../src/contracts/post-listing.ts';
import type { SearchHit } from '../../src/contracts/content.ts';
import { useSettings } from '../../src/content/settings-context.ts';

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
export function Hits({ hits }: { hits: readonly SearchHit[] }) {
  const { site } = useSettings();
  return (
    <List>
      {hits.map(({ kind, path, title, snippet, date }) => (
        <li key={path}>
          <h3>
            <a href={path}>{title}</a>
          </h3>
          <p>{snippet.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))}</p>
          <Place>
            {kind === 'post' && date !== undefined ? `Article, ${longDate(date, site.timeZone)}` : path}
          </Place>
        </li>
      ))}
    </List>
  );
}
