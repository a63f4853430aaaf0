import styled from 'styled-components';
import type { BodyBlockPropsOf } from '../../src/builder/body-block.ts';
import type block from './block.ts';

const Tracks = styled.ol`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  audio,
  video {
    margin-block-start: 0.4rem;
    width: 100%;
  }
  small {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
`;

/** A list of players, one for each track. */
export default function PlaylistView({ type: Media, tracks }: BodyBlockPropsOf<typeof block>) {
  return (
    <Tracks className="wp-playlist">
      {tracks.map(({ src, title, meta: { artist, length_formatted: length } }, index) => (
        <li key={index}>
          <strong>{title}</strong>
          {(artist || length) && <small> {[artist, length].filter(Boolean).join(' · ')}</small>}
          <Media controls preload="none" src={src} aria-label={title} />
        </li>
      ))}
    </Tracks>
  );
}
