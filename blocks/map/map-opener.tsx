import { useState, type MouseEvent, type ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { SiteLink } from '../../src/ui/text/site-link.tsx';
import type { MapPlace } from './leaflet-map.ts';

/**
 * A link to the metro area on OpenStreetMap, for visitors without JavaScript and if the interactive map fails to load.
 */
const ELSEWHERE = {
  href: 'https://www.openstreetmap.org/#map=11/41.62/-93.70',
  text: 'Open the area in OpenStreetMap',
  newTab: false,
};

const bar = css`
  align-items: center;
  justify-content: center;
  gap: 0.6rem;
  width: 100%;
  min-height: 3.25rem;
  padding: 0.5rem 1rem;
  border: 0;
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.accent};
  font-weight: 620;
  text-decoration: none;
  cursor: pointer;
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

const Opener = styled.button`
  display: flex;
  ${bar}
  @media (scripting: none) {
    display: none;
  }
`;

const Elsewhere = styled(SiteLink)`
  display: none;
  ${bar}
  @media (scripting: none) {
    display: flex;
  }
`;

/** The visible text shares a grid cell with the longest text, which is hidden, so that opening the map shifts nothing. */
const Words = styled.p`
  display: grid;
  align-items: center;
  padding: 0.6rem 1rem;
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
  > span {
    grid-area: 1 / 1;
  }
  > [aria-hidden] {
    visibility: hidden;
  }
  @media print {
    display: none;
  }
`;

const DRAWN = 'Areas are drawn by hand and approximate.';
const LIVE = `Tab moves between places, Enter opens one. Arrow keys move the map, + and − zoom. ${DRAWN}`;
const WITHOUT_TILES =
  'The pictures of the map did not arrive. The places and their approximate areas are shown without them.';

type Live = typeof import('./interactive-map.tsx').InteractiveMap;

interface Props {
  title: string;
  places: readonly MapPlace[];
  /** The drawn map, shown while the interactive one is not open. */
  children: ReactNode;
}

/** A drawn map that a visitor can replace with an interactive one. The interactive map is loaded only then. */
export function MapOpener({ title, places, children }: Props) {
  const [live, setLive] = useState<{ Map: Live } | null>(null);
  const [state, setState] = useState<'drawn' | 'loading' | 'failed'>('drawn');
  const [tiles, setTiles] = useState(true);
  const open = async (document: Document) => {
    setState('loading');
    try {
      const [{ InteractiveMap }, { loadLeafletStyles: loadStyles }] = await Promise.all([
        import('./interactive-map.tsx'),
        import('./leaflet-map.ts'),
      ]);
      await loadStyles(document);
      setLive({ Map: InteractiveMap });
      setState('drawn');
    } catch {
      setState('failed');
    }
  };
  const onClick = ({ currentTarget }: MouseEvent) => {
    if (live) setLive(null);
    else if (state !== 'loading') void open(currentTarget.ownerDocument);
  };
  const words = state === 'loading' ? 'Opening the map…' : 'Open the interactive map';
  return (
    <>
      {live ? <live.Map title={title} places={places} onTiles={setTiles} /> : children}
      <Words>
        <span aria-hidden="true">{LIVE}</span>
        <span role="status">
          {live && (tiles ? LIVE : WITHOUT_TILES)}
          {!live && state !== 'failed' && DRAWN}
          {state === 'failed' && (
            <>
              The interactive map could not be loaded.{' '}
              <a href={ELSEWHERE.href} rel="noopener">
                OpenStreetMap shows the same area.
              </a>
            </>
          )}
        </span>
      </Words>
      <Opener type="button" data-needs-app="" onClick={onClick}>
        <Icon name="map" />
        {live ? 'Back to the drawn map' : words}
      </Opener>
      <Elsewhere link={ELSEWHERE} />
    </>
  );
}
