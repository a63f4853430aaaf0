import styled from 'styled-components';
import type { HealthCheck } from '../../contracts/operators/site-calls.ts';
import { SmallButtonLink } from '../parts/controls/small-button.tsx';
import { statusColors } from '../../contracts/brand.ts';
import { TestMailButton } from './test-mail.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.35rem 1rem;
    align-items: start;
    padding-block: 0.8rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  li:first-child {
    padding-block-start: 0;
    border-block-start: 0;
  }
  li:last-child {
    padding-block-end: 0;
  }
  p {
    font-size: ${({ theme }) => theme.type.small};
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  @media (max-width: 29.99rem) {
    li:has(> a) > div > span {
      /* Leave room for the button in the corner. */
      min-height: 2.75rem;
      margin-inline-end: 5.5rem;
      align-items: center;
    }
    li {
      position: relative;
      grid-template-columns: minmax(0, 1fr);
    }
    li > a {
      position: absolute;
      inset-block-start: 0.8rem;
      inset-inline-end: 0;
    }
    li:first-child > a {
      inset-block-start: 0;
    }
  }
`;

const Words = styled.div`
  display: grid;
  gap: 0.2rem;
  min-width: 0;
`;

const Fix = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Sum = styled.p<{ $state: HealthCheck['state'] }>`
  padding: 0.9rem 1.1rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-inline-start: 5px solid ${({ $state }) => statusColors[$state]};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
  font-size: ${({ theme }) => theme.type.h4};
`;

/** Shows the number of failing checks and of warnings in one line, with the worst state as its color. */
export function HealthSummary({ checks }: { checks: readonly HealthCheck[] }) {
  const failing = checks.filter(({ state }) => state === 'fail').length;
  const doubtful = checks.filter(({ state }) => state === 'warn').length;
  const state = failing > 0 ? 'fail' : doubtful > 0 ? 'warn' : 'ok';
  const words = [
    failing > 0 && `${failing} ${failing === 1 ? 'check fails' : 'checks fail'}`,
    doubtful > 0 && `${doubtful} ${doubtful === 1 ? 'needs a look' : 'need a look'}`,
  ].filter(Boolean);
  return (
    <Sum $state={state}>
      <StatusLine state={state}>{words.length > 0 ? `${words.join(', ')}.` : 'All is well.'}</StatusLine>
    </Sum>
  );
}

/**
 * Lists every check with its result. A check can have a hint how to fix its problem and, if it is not OK, a link to the
 * relevant screen. The check of outgoing mail, if OK, has a button that sends a test e-mail.
 */
export function HealthList({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <List>
      {checks.map(({ id, label, state, detail, fix, link }) => (
        <li key={id}>
          <Words>
            <StatusLine state={state}>{label}</StatusLine>
            <p>{detail}</p>
            {fix && <Fix>{fix}</Fix>}
            {id === 'mail' && state === 'ok' && <TestMailButton />}
          </Words>
          {link && state !== 'ok' && (
            <SmallButtonLink to={link} $look="outline" aria-label={`Open: ${label}`}>
              Open
            </SmallButtonLink>
          )}
        </li>
      ))}
    </List>
  );
}
