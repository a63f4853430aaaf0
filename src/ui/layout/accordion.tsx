import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import styled from 'styled-components';

const Item = styled.details`
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  &:first-child {
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    min-height: 3.5rem;
    padding-block: 0.9rem;
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.25rem;
    font-weight: 540;
    line-height: 1.3;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::after {
    content: '';
    flex: none;
    width: 0.65rem;
    height: 0.65rem;
    margin-inline-end: 0.3rem;
    border: solid ${({ theme }) => theme.color.accent};
    border-width: 0 2.5px 2.5px 0;
    rotate: 45deg;
    transition: rotate 0.18s;
  }
  &[open] summary::after {
    rotate: 225deg;
  }
  > div {
    max-width: ${({ theme }) => theme.width.text};
    padding-block-end: 1.4rem;
    color: ${({ theme }) => theme.color.inkSoft};
  }
  @media print {
    &::details-content {
      block-size: auto;
      content-visibility: visible;
    }
  }
`;

interface Props {
  /** The browser keeps at most one item with the same name open. */
  name: string;
  items: readonly { title: string; content: ReactNode }[];
}

/**
 * Collapsible items, at most one open at a time, even without JavaScript. With JavaScript, the arrow keys, Home and End
 * move the focus between their titles.
 */
export function Accordion({ name, items }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const summaries = [...(root.current?.querySelectorAll('summary') ?? [])];
    const at = summaries.findIndex((summary) => summary === event.target);
    if (at < 0) return;
    const last = summaries.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    summaries[to]?.focus();
  };
  return (
    <div ref={root} onKeyDown={onKeyDown}>
      {items.map((item, index) => (
        // The visitor may have opened an item before hydration.
        <Item key={index} name={name} suppressHydrationWarning>
          <summary>{item.title}</summary>
          <div>{item.content}</div>
        </Item>
      ))}
    </div>
  );
}
