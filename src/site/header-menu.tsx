import { useLocation } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { backdropRgb } from '../contracts/brand.ts';
import type { MenuItem } from '../contracts/content.ts';
import { ariaCurrentOf, MenuEntries, MenuEntry } from './menu-entries.tsx';

const entry = css`
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  padding-inline: 0.75rem;
  border-radius: ${({ theme }) => theme.radius.s};
  color: ${({ theme }) => theme.color.ink};
  font-weight: 560;
  text-decoration: none;
`;

const List = styled.ul.attrs({ role: 'list' })`
  display: flex;
  gap: 0.25rem;
  li > :is(a, span),
  summary {
    ${entry}
  }
  > li {
    display: flex;
    anchor-name: --menu-entry;
    anchor-scope: --menu-entry;
  }
  a:has(+ button) {
    padding-inline-end: 0.25rem;
  }
  a:hover,
  button:hover {
    text-decoration: underline;
  }
  > li > [aria-current] {
    box-shadow: inset 0 -3px 0 ${({ theme }) => theme.color.accent};
    @media (forced-colors: active) {
      text-decoration: underline;
    }
  }
`;

const Opener = styled.button`
  ${entry}
  gap: 0.5rem;
  border: 0;
  background: none;
  cursor: pointer;
  &::after {
    content: '';
    width: 0.45em;
    height: 0.45em;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    translate: 0 -0.15em;
    rotate: 45deg;
  }
  a + & {
    min-width: 2.25rem;
    padding-inline: 0.25rem 0;
  }
`;

/** A popover, which the browser opens without JavaScript, and closes on Escape or a click outside. */
const Panel = styled.ul.attrs({ role: 'list' })`
  position: fixed;
  inset: 4.5rem ${({ theme }) => theme.space.gutter} auto auto;
  min-width: 14rem;
  max-width: 24rem;
  max-height: calc(100dvh - 6rem);
  margin: 0.75rem 0 0;
  /* Doubled for specificity, to override the reset of lists. */
  && {
    padding: 0.5rem;
  }
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  box-shadow: 0 0.75rem 2rem rgb(${backdropRgb} / 18%);
  overflow-y: auto;
  @supports (anchor-scope: --menu-entry) {
    inset: auto;
    position-anchor: --menu-entry;
    position-area: block-end span-inline-end;
    position-try-fallbacks: flip-inline;
  }
  li > :is(a, span),
  summary {
    display: flex;
  }
  summary::after {
    content: '+';
    margin-inline-start: auto;
    padding-inline-start: 0.75rem;
  }
  details[open] > summary::after {
    content: '−';
  }
  li ul {
    padding-inline-start: 1rem;
  }
  [aria-current='page'] {
    color: ${({ theme }) => theme.color.accent};
  }
`;

/** The header's links on wide screens, with nested entries in drop-downs. */
export function HeaderMenu({ items }: { items: readonly MenuItem[] }) {
  const { pathname } = useLocation();
  return (
    <List>
      {items.map((item) => (
        <li key={item.id}>
          {(item.path !== '' || item.children.length === 0) && <MenuEntry item={item} pathname={pathname} />}
          {item.children.length > 0 && <DropDown item={item} pathname={pathname} />}
        </li>
      ))}
    </List>
  );
}

function DropDown({ item, pathname }: { item: MenuItem; pathname: string }) {
  const id = `menu-${item.id}`;
  const ownLink = item.path !== '';
  return (
    <>
      <Opener
        type="button"
        popoverTarget={id}
        aria-label={ownLink ? `More in ${item.title}` : undefined}
        aria-current={ownLink ? undefined : ariaCurrentOf(item, pathname)}
      >
        {!ownLink && item.title}
      </Opener>
      <Panel id={id} popover="auto">
        <MenuEntries items={item.children} />
      </Panel>
    </>
  );
}
