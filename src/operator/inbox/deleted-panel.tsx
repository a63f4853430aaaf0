import type { LeadDeletion } from '../../contracts/operators/operator-leads.ts';
import { ButtonRow } from '../../ui/form/button.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButtonAnchor, SmallButtonLink } from '../parts/controls/small-button.tsx';

/** Explains what was deleted, what was kept and why, and what must still be done elsewhere. */
export function DeletedPanel({ done }: { done: LeadDeletion }) {
  const { consentsKept, optOutKept, crmContactId, crmContactUrl } = done;
  return (
    <Panel title="The lead is deleted">
      <div role="status">
        <p>What was sent, the deliveries, the story, your notes and the subscription are gone.</p>
        <ul>
          {consentsKept > 0 && (
            <li>
              {consentsKept} consent {consentsKept === 1 ? 'record stays' : 'records stay'} as evidence of
              what they agreed to, apart from everything else.
            </li>
          )}
          {optOutKept && (
            <li>
              Their address stays noted as one that gets no market report, and so does the CRM: nobody sends
              it to them by mistake.
            </li>
          )}
          <li>Backups made before still have the lead, until you delete them.</li>
          {crmContactId ? (
            <li>
              The contact in the CRM is still there: delete it there. Its id is <code>{crmContactId}</code>.
            </li>
          ) : (
            <li>
              As far as this site knows, the lead never reached the CRM, so there is nothing to delete there.
            </li>
          )}
        </ul>
      </div>
      <ButtonRow>
        {crmContactUrl && (
          <SmallButtonAnchor href={crmContactUrl} target="_blank" rel="noreferrer">
            Open the contact in the CRM
          </SmallButtonAnchor>
        )}
        <SmallButtonLink to="/admin/leads" $look="outline">
          Back to all leads
        </SmallButtonLink>
      </ButtonRow>
    </Panel>
  );
}
