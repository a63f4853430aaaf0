import { useState } from 'react';
import styled from 'styled-components';
import type { SiteOverview } from '../../contracts/operators/site-calls.ts';
import { TestMailButton } from '../health/test-mail.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import { isSetupListShown, setupSteps, type SetupStep } from './setup-steps.ts';

const Steps = styled.ol`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    gap: 0.35rem 1rem;
    align-items: start;
    padding-block: 0.8rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
    @media (min-width: 40rem) {
      grid-template-columns: minmax(0, 1fr) auto;
    }
  }
  p {
    font-size: ${({ theme }) => theme.type.small};
    color: ${({ theme }) => theme.color.inkSoft};
    overflow-wrap: anywhere;
  }
`;

const StepLink = styled(SmallButtonAnchor)`
  justify-self: start;
`;

/** The local storage key for the ids of the steps that were done when the list was hidden. */
const HIDDEN = 'setup-hidden';

/**
 * Returns the setup steps and a function that hides them. Returns null while `overview` loads, if all required steps
 * are done, or if the list is hidden. A hidden list appears again when a required step that was done is no longer done.
 */
export function useSetupSteps(
  overview: SiteOverview | undefined,
): { steps: readonly SetupStep[]; hide: () => void } | null {
  const { hasWordPress } = useOperatorData();
  const [doneWhenHidden, setDoneWhenHidden] = useState(readHidden);
  if (!overview) return null;
  const steps = setupSteps(overview, { hasWordPress });
  if (!isSetupListShown(steps, doneWhenHidden)) return null;
  return {
    steps,
    hide() {
      const done = steps.filter((step) => step.done).map(({ id }) => id);
      setDoneWhenHidden(done);
      try {
        localStorage.setItem(HIDDEN, JSON.stringify(done));
      } catch {
        // Without storage, the list is hidden until the page is loaded again.
      }
    },
  };
}

/** Lists the setup steps, with a button that hides the list. */
export function SetupList({ steps, hide }: { steps: readonly SetupStep[]; hide: () => void }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel
      title={`Set up your site: ${done} of ${steps.length}`}
      actions={
        <SmallButton $look="outline" onClick={hide}>
          Hide these steps
        </SmallButton>
      }
    >
      <Steps>
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </Steps>
    </Panel>
  );
}

function Step({ step: { id, title, detail, done, optional, action } }: { step: SetupStep }) {
  return (
    <li>
      <div>
        <StatusLine state={done ? 'ok' : 'warn'}>
          {title}
          {optional && ' (optional)'}
        </StatusLine>
        <p>{detail}</p>
        {id === 'mail' && done && <TestMailButton />}
      </div>
      {/* A plain link: one step opens the page builder, whose document has its own Content-Security-Policy. */}
      <StepLink href={action.href} $look="outline">
        {action.label}
      </StepLink>
    </li>
  );
}

function readHidden(): readonly string[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(HIDDEN) ?? 'null');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null;
  } catch {
    return null;
  }
}
