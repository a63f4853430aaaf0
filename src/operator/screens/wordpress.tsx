import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import {
  isChangingContentSource,
  isMovingContent,
  wordPressConnectionCalls,
} from '../../contracts/operators/wordpress-connection-calls.ts';
import { siteCalls } from '../../contracts/operators/site-calls.ts';
import type { DoctorCheck, DoctorFinding } from '../../contracts/operators/doctor.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { apiQuery } from '../call-api.ts';
import { WordPressConnectionApproval } from '../site/wordpress-connection-approval.tsx';
import { WordPressConnection } from '../site/wordpress-connection.tsx';

/** Milliseconds between requests while checks run, while content is moved, and while the content source changes. */
const POLL_MS = 1_000;

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  > li {
    display: grid;
    gap: 0.2rem;
    padding-block: 0.8rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  > li:first-child {
    border-block-start: 0;
  }
  p,
  li li {
    font-size: ${({ theme }) => theme.type.small};
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  ul {
    padding-inline-start: 1.2rem;
    list-style: disc;
  }
`;

const PlaceList = styled.details`
  summary {
    width: fit-content;
    padding-block: 0.3rem;
    cursor: pointer;
    color: ${({ theme }) => theme.color.inkSoft};
  }
  ul {
    padding-inline-start: 0;
    list-style: none;
  }
  li {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding-block: 0.3rem;
  }
  a {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  a + a {
    flex: none;
  }
`;

const ChecksHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.6rem;
  margin-block-start: ${({ theme }) => theme.space.l};
`;

const Soft = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Summary = styled(Soft)`
  margin-block-end: ${({ theme }) => theme.space.m};
`;

const NotChecked = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  font-weight: 620;
`;

/** The groups of checks in display order, starting with what needs fixing. */
const groups = [
  { state: 'failed', title: 'Failed' },
  { state: 'warning', title: 'Warnings' },
  { state: 'ok', title: 'OK' },
  { state: 'not checked', title: 'Not checked' },
] as const;

/**
 * The screen that shows where the site's content comes from, and lets the operator connect a WordPress site or change
 * the source. While the content comes from WordPress, it also lists the checks of WordPress.
 */
export default function WordPressScreen() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(wordPressConnectionCalls.read, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && (isChangingContentSource(state.data) || isMovingContent(state.data)) ? POLL_MS : false,
  });
  return (
    <>
      <ScreenIntro>Where the content of this site comes from.</ScreenIntro>
      {error && !data && (
        <ErrorState title="Failed to load the connection" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label="Loading the connection…" />}
      {data && (
        <PanelGrid $columns="one">
          <WordPressConnectionApproval connected={data.connection?.site ?? null} />
          <WordPressConnection {...data} />
        </PanelGrid>
      )}
      {data?.site && <Checks key={data.site} />}
    </>
  );
}

/** Shows the checks of WordPress, the companion plugin and the content, and how to fix the problems found. */
function Checks() {
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(siteCalls.doctor, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  });
  const running = data?.running ?? isFetching;
  const checks = data?.checks ?? [];
  return (
    <>
      <ChecksHead>
        <h2>Checks</h2>
        <SmallButton $look="outline" disabled={running} onClick={() => void refetch()}>
          {running && checks.length > 0 ? 'Checking…' : 'Check again'}
        </SmallButton>
      </ChecksHead>
      <p>
        Whether the site and WordPress understand each other, and every value on your pages that cannot be
        shown.
      </p>
      {error && <ErrorState title="Failed to load the checks" error={error} onRetry={() => void refetch()} />}
      {!error && checks.length === 0 && <LoadingState label="Checking WordPress…" />}
      {data?.checkedAt && (
        <Summary role="status">
          {checks.some(isChecked) ? (
            <>
              {summary(checks)} Checked <Timestamp at={data.checkedAt} />.
            </>
          ) : (
            'Nothing was checked.'
          )}
        </Summary>
      )}
      <PanelGrid $columns="one">
        {groups.map(({ state, title }) => {
          const shown = checks.filter((check) => check.state === state);
          return (
            shown.length > 0 && (
              <Panel key={state} title={title}>
                <List>
                  {shown.map((check) => (
                    <Check key={check.id} check={check} />
                  ))}
                </List>
              </Panel>
            )
          );
        })}
      </PanelGrid>
    </>
  );
}

const kinds = { ok: 'ok', warning: 'warn', failed: 'fail' } as const;

function Check({ check }: { check: DoctorCheck }) {
  const { label, state, detail, fix, items } = check;
  return (
    <li>
      {state === 'not checked' ? (
        <NotChecked>{label}</NotChecked>
      ) : (
        <StatusLine state={kinds[state]}>{label}</StatusLine>
      )}
      <p>{detail}</p>
      {fix !== undefined && state !== 'ok' && <Soft>{fix}</Soft>}
      {items && items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item.text}>
              {item.link === undefined ? item.text : <a href={item.link}>{item.text}</a>}
              {item.places && <Places {...item} places={item.places} />}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The pages and posts that a check found, each with links to it and to its edit screen. */
function Places({ places, more, text }: DoctorFinding & { places: NonNullable<DoctorFinding['places']> }) {
  const number = places.length + (more ?? 0);
  return (
    <PlaceList>
      <summary aria-label={`Where: ${text}`}>{number === 1 ? 'Where' : `Where (${number})`}</summary>
      <ul>
        {places.map(({ title, path, link }) => (
          <li key={link}>
            <a href={path}>{title}</a>
            <a href={link} aria-label={`Edit “${title}” in WordPress`}>
              Edit
            </a>
          </li>
        ))}
        {more !== undefined && <li>and {more} more</li>}
      </ul>
    </PlaceList>
  );
}

const isChecked = ({ state }: DoctorCheck): boolean => state !== 'not checked';

/** Summarizes the checks in one sentence. Checks that did not run are not counted as passed. */
function summary(checks: readonly DoctorCheck[]): string {
  const unchecked = checks.filter((check) => !isChecked(check)).length;
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  if (failed + warnings === 0) {
    return unchecked === 0
      ? 'Nothing needs fixing.'
      : `Nothing that was checked needs fixing; ${unchecked} not checked.`;
  }
  return `${failed} ${failed === 1 ? 'check' : 'checks'} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`;
}
