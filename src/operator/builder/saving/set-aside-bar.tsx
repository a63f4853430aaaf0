import { useState } from 'react';
import styled from 'styled-components';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { StatusLine } from '../../parts/states/status-line.tsx';
import type { SetAside } from './kept-changes.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.75rem;
  padding: 0.25rem 1rem;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  font-size: 0.875rem;
  button {
    min-height: 2.25rem;
    padding-inline: 0.7rem;
    font-size: 0.8125rem;
  }
`;

const WORDS: Readonly<Record<SetAside['why'], string>> = {
  discarded: 'Your discarded changes are still in this browser.',
  stopped: 'The page builder stopped while you were editing. Your changes until then are kept.',
};

interface Props {
  aside: SetAside;
  onBringBack: () => void;
  onForget: () => void;
}

/** Offers changes that were discarded, or that were not saved when the page builder failed. */
export function SetAsideBar({ aside, onBringBack, onForget }: Props) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return (
    <Bar role="region" aria-label="Changes to bring back">
      <StatusLine state="warn">{WORDS[aside.why]}</StatusLine>
      <SmallButton $look="outline" onClick={onBringBack}>
        Bring them back
      </SmallButton>
      <SmallButton
        $look="outline"
        onClick={() => {
          onForget();
          setGone(true);
        }}
      >
        Delete them
      </SmallButton>
    </Bar>
  );
}
