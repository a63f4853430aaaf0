import { use } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { HeadingLevelContext } from '../../src/builder/placement-context.ts';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { SiteLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

const Groups = styled.div`
  columns: 18rem auto;
  column-gap: clamp(2rem, 5cqi, 4.5rem);
  > section {
    break-inside: avoid;
    padding-block-end: ${({ theme }) => theme.space.xl};
  }
  h2,
  h3 {
    padding-block-end: ${({ theme }) => theme.space.s};
    border-block-end: 3px solid ${({ theme }) => theme.color.accent};
    font-size: ${({ theme }) => theme.type.h3};
  }
  li {
    padding-block: 0.4rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
  }
  a {
    display: flex;
    align-items: center;
    min-height: 2.75rem;
    color: ${({ theme }) => theme.color.ink};
    font-weight: 620;
    text-decoration: none;
  }
  a:hover {
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
  }
`;

/** Links to pages and posts, in titled groups. */
export default function SiteMapView({ tone, eyebrow, title, desc, sections }: PropsOf<typeof block>) {
  const GroupTitle = use(HeadingLevelContext) === 1 ? 'h2' : 'h3';
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <Groups>
        {sections.map(({ title, links }) => (
          <section key={title} aria-label={title}>
            <GroupTitle>{title}</GroupTitle>
            <ul role="list">
              {links.map((link) => (
                <li key={link.href}>
                  <SiteLink link={link}>{link.text || link.href}</SiteLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Groups>
    </Section>
  );
}
