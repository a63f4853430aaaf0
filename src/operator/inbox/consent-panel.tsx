import styled from 'styled-components';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { DescriptionList } from './description-list.tsx';

const kinds = { service: 'Texts about this request', marketing: 'Marketing calls and texts' } as const;

const Proof = styled.details`
  summary {
    min-height: 2.75rem;
    align-content: center;
    font-size: ${({ theme }) => theme.type.small};
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  q {
    display: block;
    margin-block-end: 0.75rem;
    overflow-wrap: anywhere;
  }
`;

/** Lists the lead's consents, given or not, each with its evidence. */
export function ConsentPanel({ consents }: Pick<LeadDetail, 'consents'>) {
  return (
    <Panel title="Consent">
      {consents.length === 0 && (
        <p>None is on record. Do not text or call them for marketing before they agree.</p>
      )}
      {(['service', 'marketing'] as const).map((kind) => {
        const said = consents.filter((each) => each.kind === kind);
        const last = said.at(-1);
        if (!last) return null;
        return (
          <div key={kind}>
            {last.given ? (
              <StatusLine state="ok">{kinds[kind]}: agreed</StatusLine>
            ) : (
              // The consent checkboxes are optional, so an unchecked one is not an error.
              <StatusLine state={null}>{kinds[kind]}: not agreed</StatusLine>
            )}
            {said.toReversed().map((each) => (
              <Proof key={`${each.at}`}>
                <summary>
                  Evidence: {each.given ? 'ticked' : 'left unticked'},{' '}
                  <Timestamp at={each.at} relative={false} />
                </summary>
                <q>{each.text}</q>
                <DescriptionList
                  rows={[
                    ['Wording', `Version ${each.version}`],
                    ['Page', each.page],
                    ['IP address', each.ip],
                    ['Browser', each.userAgent],
                  ]}
                />
              </Proof>
            ))}
          </div>
        );
      })}
    </Panel>
  );
}
