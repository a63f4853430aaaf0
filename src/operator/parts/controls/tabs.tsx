import * as Radix from '@radix-ui/react-tabs';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { centreInRow } from './centre-in-row.ts';

const List = styled(Radix.List)`
  display: flex;
  gap: 0.25rem;
  overflow-x: auto;
  margin-block-end: ${({ theme }) => theme.space.m};
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  scrollbar-width: none;
  &::after {
    content: '';
    flex: 0 0 1.75rem;
  }
  /* Fade out the end to show that there is more to scroll to. */
  @media (max-width: 47.99rem) {
    mask-image: linear-gradient(to right, #000 calc(100% - 2rem), transparent);
  }
`;

const Trigger = styled(Radix.Trigger)`
  flex: none;
  min-height: 2.75rem;
  padding: 0.5rem 0.9rem;
  border: 0;
  background: none;
  color: ${({ theme }) => theme.color.inkSoft};
  font-weight: 560;
  white-space: nowrap;
  cursor: pointer;
  &:hover {
    color: ${({ theme }) => theme.color.ink};
  }
  &[data-state='active'] {
    box-shadow: inset 0 -3px 0 ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.ink};
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  @media (forced-colors: active) {
    &[data-state='active'] {
      border-block-end: 3px solid;
    }
  }
`;

const Content = styled(Radix.Content)`
  > * + * {
    margin-block-start: ${({ theme }) => theme.space.m};
  }
`;

interface Tab {
  /** The tab's name in the URL: `?tab=oauth`. */
  id: string;
  label: string;
  content: ReactNode;
}

/**
 * Tabs of a screen. The URL contains the selected tab, unless it is the first one, so that a tab can be linked to and
 * stays selected after a reload.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const [search, setSearch] = useSearchParams();
  const [first] = tabs;
  const shown = tabs.find(({ id }) => id === search.get('tab')) ?? first;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const trigger = list.current?.querySelector(`[data-tab="${shown.id}"]`);
    if (list.current && trigger) centreInRow(list.current, trigger);
  }, [shown.id]);
  const show = (id: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === first.id) next.delete('tab');
        else next.set('tab', id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Radix.Root value={shown.id} onValueChange={show}>
      <List ref={list} aria-label={label}>
        {tabs.map((tab) => (
          <Trigger key={tab.id} value={tab.id} data-tab={tab.id}>
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.id} value={tab.id}>
          {tab.content}
        </Content>
      ))}
    </Radix.Root>
  );
}
