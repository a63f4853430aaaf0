import { useState, type MouseEvent, type ReactNode } from 'react';
import styled from 'styled-components';
import { Icon } from '../../src/ui/icon.tsx';
import type { Place } from './draw-map.ts';

/** The metro in OpenStreetMap itself: where the button leads without script. */
const ELSEWHERE = 'https://www.openstreetmap.org/#map=11/41.62/-93.70';

const Opener = styled.a`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.6rem;
  min-height: 3.25rem;
  padding: 0.5rem 1rem;
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  font-weight: 620;
  text-decoration: none;
  &:hover {
    text-decoration: underline;
  }
  &:focus-visible {
    outline-offset: -5px;
  }
  @media print {
    display: none;
  }
`;

const Failed = styled.p`
  padding: 0.6rem 1rem;
  background: ${({ theme }) => theme.color.surface};
  font-size: ${({ theme }) => theme.type.small};
`;

type Live = typeof import('./live-map.tsx').LiveMap;

interface Props {
  title: string;
  places: readonly Place[];
  /** The drawn map. */
  children: ReactNode;
}

/** A drawn map that a visitor can open as a real one. Nothing of that one is loaded before. */
export function MapOpener({ title, places, children }: Props) {
  const [live, setLive] = useState<{ Map: Live } | null>(null);
  const [state, setState] = useState<'drawn' | 'loading' | 'failed'>('drawn');
  const open = async () => {
    setState('loading');
    try {
      const [{ LiveMap }, { loadStyles }] = await Promise.all([
        import('./live-map.tsx'),
        import('./draw-map.ts'),
      ]);
      await loadStyles();
      setLive({ Map: LiveMap });
      setState('drawn');
    } catch {
      setState('failed');
    }
  };
  const onClick = (event: MouseEvent) => {
    // A modified click opens the other map in a tab of its own, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || state === 'failed') return;
    event.preventDefault();
    if (live) setLive(null);
    else if (state !== 'loading') void open();
  };
  const words = state === 'loading' ? 'Opening the map…' : 'Open the interactive map';
  return (
    <>
      {live ? <live.Map title={title} places={places} /> : children}
      {state === 'failed' && (
        <Failed role="alert">
          The interactive map could not be loaded. The link below leads to OpenStreetMap.
        </Failed>
      )}
      <Opener href={ELSEWHERE} rel="noopener" data-needs-app="" onClick={onClick}>
        <Icon name="map" />
        {live ? 'Back to the drawn map' : words}
      </Opener>
    </>
  );
}
