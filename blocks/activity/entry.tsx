import styled from 'styled-components';
import { Icon } from '../../src/ui/theme/icon.tsx';
import type { IconName } from '../../src/ui/theme/icon-names.ts';

type EntryType = 'sold' | 'purchase' | 'listing';

const types: Readonly<Record<EntryType, { word: string; icon: IconName }>> = {
  sold: { word: 'Sold', icon: 'key' },
  purchase: { word: 'Purchase', icon: 'home' },
  listing: { word: 'New listing', icon: 'sign' },
};

const Item = styled.li`
  display: grid;
  grid-template-columns: 3rem minmax(0, 1fr);
  gap: 0 ${({ theme }) => theme.space.m};
  padding-block: ${({ theme }) => theme.space.m};
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  break-inside: avoid;
  h3 {
    margin-block: 0.1rem 0.3rem;
    font-size: ${({ theme }) => theme.type.h4};
  }
  p {
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

/** An arch-shaped badge with the icon of the activity's type. */
const Sign = styled.span`
  display: grid;
  place-items: center;
  width: 3rem;
  height: 3.5rem;
  border-radius: 1.5rem 1.5rem 3px 3px;
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  &[data-type='purchase'] {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
  }
  &[data-type='listing'] {
    background: none;
    box-shadow: inset 0 0 0 2px ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.accent};
  }
`;

const Kind = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1rem;
  font-size: ${({ theme }) => theme.type.small};
  strong {
    color: ${({ theme }) => theme.color.accent};
    font-weight: 650;
  }
`;

interface Props {
  type: EntryType;
  title: string;
  desc?: string;
  date?: string;
}

/** Shows one activity, with its type as an icon and a word. */
export function Entry({ type, title, desc, date }: Props) {
  const { word, icon } = types[type];
  return (
    <Item>
      <Sign data-type={type}>
        <Icon name={icon} />
      </Sign>
      <div>
        <Kind>
          <strong>{word}</strong>
          {date && <span>{date}</span>}
        </Kind>
        <h3>{title}</h3>
        {desc && <p>{desc}</p>}
      </div>
    </Item>
  );
}
