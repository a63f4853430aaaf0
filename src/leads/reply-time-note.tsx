import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { statusColors } from '../contracts/brand.ts';
import { REPLY_TIME_MINUTES } from '../contracts/leads/answer-time.ts';
import { officeState, timeZoneName, type OfficeState } from '../contracts/leads/office-hours.ts';
import { useSiteSettings } from '../content/site-settings-context.ts';

/**
 * The neutral text and the current state share one grid cell, which is as tall as the longer of them, so replacing one
 * with the other does not shift the layout.
 */
const Cell = styled.p`
  display: grid;
  align-items: center;
  > span {
    grid-area: 1 / 1;
  }
  > [aria-hidden] {
    visibility: hidden;
  }
`;

const Lamp = styled.span<{ $lit: boolean }>`
  display: inline-block;
  width: 0.7em;
  height: 0.7em;
  margin-inline-end: 0.5em;
  border: 2px solid ${({ theme, $lit }) => ($lit ? statusColors.ok : theme.color.inkSoft)};
  border-radius: 50%;
  background: ${({ $lit }) => ($lit ? statusColors.ok : 'transparent')};
  @media (forced-colors: active) {
    border-color: CanvasText;
    background: ${({ $lit }) => ($lit ? 'CanvasText' : 'transparent')};
  }
`;

const NEUTRAL = `In office hours you hear back within about ${REPLY_TIME_MINUTES} minutes. At other times, I answer when the office opens.`;

/**
 * States how soon a visitor can expect a reply. The server's HTML is cached, so it contains wording that is always
 * true; the browser replaces it with the current state.
 */
export function ReplyTimeNote({ className }: { className?: string }) {
  const { hours, site } = useSiteSettings();
  const [state, setState] = useState<OfficeState | null>(null);
  useEffect(() => {
    const update = () => {
      setState(officeState(hours, site.timeZone, Date.now()));
      timer = setTimeout(update, 30_000);
    };
    // In a separate task, because the first time zone conversion takes 50 ms on a slow phone.
    let timer = setTimeout(update);
    return () => clearTimeout(timer);
  }, [hours, site.timeZone]);
  return (
    <Cell className={className}>
      <span aria-hidden={state ? true : undefined}>{NEUTRAL}</span>
      {state && (
        <span>
          <Lamp $lit={state.open} aria-hidden="true" />
          {wordsOf(state, timeZoneName(site.timeZone))}
        </span>
      )}
    </Cell>
  );
}

function wordsOf(state: OfficeState, zone: string): string {
  return state.open
    ? `Now open, until ${state.until} ${zone}. You hear back within about ${REPLY_TIME_MINUTES} minutes.`
    : `Closed now. Write anyway: I answer from ${state.from} ${state.day}, ${zone}.`;
}
