import styled from 'styled-components';
import type { BodyBlockPropsOf } from '../../src/builder/body-block.ts';
import { PLAYER_PROVIDERS, playerLabel, playerOf } from '../../src/contracts/embed-players.ts';
import type block from './block.ts';

/*
 * `load-players.ts` creates the `iframe` when the visitor opens the player. The HTML has none, because without
 * JavaScript, browsers load every `iframe` at once, even lazy ones. Visitors without JavaScript get a link instead.
 */
const Frame = styled.details<{ $width: number | null; $height: number }>`
  && {
    padding: 0;
    border: 0;
  }
  ${({ $width, $height }) =>
    $width === null ? `height: ${$height}px;` : `aspect-ratio: ${$width} / ${$height};`}
  max-height: 80vh;
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.deep};
  color: ${({ theme }) => theme.color.onDeep};
  overflow: clip;
  &[open] > summary {
    display: none;
  }
  &[open]::details-content {
    height: 100%;
  }
  iframe {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    border: 0;
  }
`;

const Opened = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  height: 100%;
  a {
    color: inherit;
  }
`;

const Start = styled.summary`
  position: relative;
  display: grid;
  place-items: center;
  height: 100%;
  cursor: pointer;
  list-style: none;
  &::-webkit-details-marker {
    display: none;
  }
  > img {
    position: absolute;
    inset: 0;
    height: 100%;
  }
  && > img {
    max-width: none;
    border-radius: 0;
    background: none;
  }
`;

const Label = styled.span`
  position: relative;
  display: grid;
  justify-items: center;
  gap: 0.5rem;
  max-width: 90%;
  padding: ${({ theme }) => theme.space.s} ${({ theme }) => theme.space.m};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.deep};
  text-align: center;
  strong {
    font-size: 1.125em;
  }
  small {
    font-size: ${({ theme }) => theme.type.small};
  }
`;

/** A picture and a button. The click loads the player or map in their place. */
export default function EmbedView({
  address,
  title,
  width,
  height,
  children,
}: BodyBlockPropsOf<typeof block>) {
  const player = playerOf(address);
  if (!player) return null;
  const { name, verb, thing } = PLAYER_PROVIDERS[player.provider];
  return (
    <Frame $width={width} $height={height}>
      <Start>
        {children}
        <Label>
          <svg viewBox="0 0 48 48" width="48" height="48" fill="currentColor" aria-hidden="true">
            <path d="M24 2a22 22 0 1 0 0 44 22 22 0 0 0 0-44Zm-5 13 16 9-16 9Z" />
          </svg>
          <strong>{playerLabel(player.provider, title)}</strong>
          <small>{`Loads from ${name}, which then knows of your visit.`}</small>
        </Label>
      </Start>
      <Opened data-player={player.src} data-title={title === '' ? `${name}: ${thing}` : title}>
        <a href={player.page} target="_blank" rel="noopener">{`${verb} it at ${name}`}</a>
      </Opened>
    </Frame>
  );
}
