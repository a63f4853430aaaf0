import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { createLeafletMap, type MapPlace } from './leaflet-map.ts';

/** Overrides styles of Leaflet's classes. Leaflet's own stylesheet is loaded separately. */
const Canvas = styled.div`
  /* As large as the drawing that it replaces. */
  aspect-ratio: 4 / 3;
  width: 100%;
  z-index: 0;
  isolation: isolate;
  &.leaflet-container {
    background: ${({ theme }) => theme.color.sand};
    font: inherit;
  }
  &.leaflet-container .leaflet-control-attribution {
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.ink};
    font-size: 0.8125rem;
    line-height: 1.5;
  }
  &.leaflet-container .leaflet-control-attribution a {
    color: ${({ theme }) => theme.color.accent};
  }
  &.leaflet-touch .leaflet-bar a,
  .leaflet-bar a {
    width: 44px;
    height: 44px;
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.ink};
    font-size: 1.5rem;
    line-height: 44px;
  }
  .area {
    fill: ${({ theme }) => theme.color.accent};
    stroke: ${({ theme }) => theme.color.accent};
    stroke-opacity: 0.55;
  }
  .pin {
    display: grid;
    justify-items: center;
  }
  .pin::before {
    content: '';
    align-self: end;
    width: 18px;
    height: 26px;
    margin-block-end: 8px;
    border: 2px solid ${({ theme }) => theme.color.surface};
    border-radius: 9px 9px 2px 2px;
    background: ${({ theme }) => theme.color.accent};
  }
  .pin > span {
    position: absolute;
    inset-block-start: 37px;
    padding: 0 0.4rem;
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.ink};
    font-size: clamp(0.8125rem, 0.7rem + 0.5cqi, 0.9375rem);
    font-weight: 620;
    line-height: 1.5;
    white-space: nowrap;
  }
  .left > span,
  .right > span {
    inset: 13px auto auto 34px;
  }
  .left > span {
    inset: 13px 34px auto auto;
  }
  .pin:focus-visible {
    outline: 3px solid ${({ theme }) => theme.color.ink};
  }
  .leaflet-popup-content-wrapper,
  .leaflet-popup-tip {
    border-radius: ${({ theme }) => theme.radius.m};
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.ink};
  }
  .leaflet-popup-content {
    margin: 0.9rem 2.5rem 0.6rem 1.1rem;
    font-size: 1rem;
    line-height: 1.4;
  }
  .leaflet-popup-content strong {
    display: block;
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h4};
    font-weight: 560;
  }
  .leaflet-popup-content a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    color: ${({ theme }) => theme.color.accent};
  }
  .leaflet-popup a.leaflet-popup-close-button {
    width: 44px;
    height: 44px;
    color: ${({ theme }) => theme.color.ink};
    line-height: 44px;
  }
  @media (prefers-color-scheme: dark) {
    .leaflet-tile-pane {
      filter: brightness(0.72) contrast(1.05) saturate(0.7);
    }
  }
  @media (forced-colors: active) {
    .pin::before {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
`;

interface Props {
  title: string;
  places: readonly MapPlace[];
  /**
   * Called with true when a map tile loads, and with false when one fails before the first has loaded. Must be the same
   * function on every render, because a new one redraws the map.
   */
  onTiles: (arrive: boolean) => void;
}

/** The interactive map. Its code, stylesheet and tiles are requested only when a visitor opens it. */
export function InteractiveMap({ title, places, onTiles }: Props) {
  const canvas = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const drawn = createLeafletMap(canvas.current, places, onTiles);
    canvas.current.focus({ preventScroll: true });
    return () => {
      drawn.remove();
    };
  }, [places, onTiles]);
  return <Canvas ref={canvas} role="region" aria-label={`Interactive map: ${title}`} tabIndex={0} />;
}
