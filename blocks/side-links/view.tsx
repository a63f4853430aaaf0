import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListRows } from '../../src/ui/layout/list-rows.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SiteLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

const Around = styled.nav`
  h2 {
    margin-block-end: 0.75rem;
    font-size: ${({ theme }) => theme.type.h4};
  }
  li a {
    display: flex;
    align-items: center;
    min-height: 2.75rem;
    padding: 0.35rem 0.9rem;
    border-inline-start: 3px solid ${({ theme }) => theme.color.line};
    color: ${({ theme }) => theme.color.ink};
    text-decoration: none;
  }
  li a:hover {
    text-decoration: underline;
  }
  li a[aria-current] {
    border-color: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.accent};
    font-weight: 650;
  }
  @media print {
    display: none;
  }
`;

const Note = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

const List = styled.ul.attrs({ role: 'list' })``;

/** Links to related pages. The link to the current page is marked. */
export default function SideLinksView({ title, items, note }: PropsOf<typeof block>) {
  const { pathname } = useLocation();
  const id = useId();
  return (
    <Around aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ListRows of={items} as={List}>
        {({ link }) => (
          <li>
            <SiteLink link={link} aria-current={link.href === pathname ? 'page' : undefined} />
          </li>
        )}
      </ListRows>
      {note && <Note html={note} />}
    </Around>
  );
}
