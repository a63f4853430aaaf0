import styled, { css } from 'styled-components';
import type { Tone } from '../../src/builder/tones.ts';
import { ResponsePromise } from '../../src/leads/response-promise.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';

/** Places the text on one side and the card with the contact details on the other. */
export const Columns = styled.div<{ $tone: Tone }>`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  > div:last-child {
    display: grid;
    align-self: start;
    gap: ${({ theme }) => theme.space.l};
    padding: clamp(1.5rem, 4cqi, 2.75rem);
    border-block-start: 0.75rem solid ${({ theme }) => theme.color.accent};
    background: ${({ theme, $tone }) => ($tone === 'deep' ? theme.color.deepLine : theme.color.surface)};
  }
  @container (min-width: 56rem) {
    grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
    align-items: center;
    gap: clamp(3rem, 7cqi, 7rem);
  }
  @container (min-width: 34rem) {
    > div:last-child {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      > :first-child,
      > :nth-child(4) {
        grid-column: 1 / -1;
      }
    }
  }
  @media (forced-colors: active) {
    > div:last-child {
      border: 1px solid CanvasText;
    }
  }
`;

export const Desc = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

export const Promised = styled(ResponsePromise)`
  max-width: 34rem;
  margin-block-start: ${({ theme }) => theme.space.l};
  padding-inline-start: 1.25rem;
  border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
  font-weight: 560;
`;

export const Channels = styled.div`
  display: grid;
  a {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-height: 3rem;
    color: ${({ theme }) => theme.color.ink};
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h3};
    font-weight: 540;
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  svg {
    color: ${({ theme }) => theme.color.accent};
  }
`;

const part = css`
  h3 {
    margin-block-end: 0.5rem;
    font-family: ${({ theme }) => theme.font.body};
    font-size: 1rem;
    font-weight: 650;
    letter-spacing: 0;
  }
`;

export const Office = styled.div`
  ${part}
  address {
    font-style: normal;
  }
`;

export const Hours = styled.div`
  ${part}
  dl > div {
    display: grid;
    grid-template-columns: 4.5rem 1fr;
  }
  dd {
    font-variant-numeric: lining-nums tabular-nums;
  }
`;

export const Note = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;
