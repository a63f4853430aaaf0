import type { AttributionTouch } from '../../contracts/leads/attribution.ts';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { DescriptionList } from './description-list.tsx';

/** How the person found the site, and the pages where they submitted forms. */
export function AttributionPanel({ lead }: { lead: LeadDetail }) {
  const { attribution, submissions } = lead;
  const isOneVisit = attribution !== null && attribution.first.at === attribution.last.at;
  return (
    <Panel title="Where they came from">
      <DescriptionList
        rows={submissions.map((each, index) => [
          submissions.length > 1 ? `Sent (${index + 1})` : 'Sent',
          <>
            {sentLabel(lead.form, each.step)} {each.page ?? 'a page not named'},{' '}
            <Timestamp at={each.at} relative={false} />
          </>,
        ])}
      />
      {attribution === null ? (
        <p>Their browser sent no information about how they found the site.</p>
      ) : (
        <>
          {!isOneVisit && <h3>First visit</h3>}
          <TouchFacts touch={attribution.first} />
          {!isOneVisit && (
            <>
              <h3>Last visit from elsewhere</h3>
              <TouchFacts touch={attribution.last} />
            </>
          )}
        </>
      )}
    </Panel>
  );
}

function TouchFacts({ touch }: { touch: AttributionTouch }) {
  const at = Date.parse(touch.at);
  const ad = [touch.gclid, touch.gbraid, touch.wbraid].some(Boolean)
    ? 'Google'
    : touch.fbclid
      ? 'Facebook'
      : null;
  return (
    <DescriptionList
      rows={[
        ['Landed on', touch.landing],
        ['Came from', touch.referrer ?? 'Nowhere named (typed, bookmarked, or kept back)'],
        ['Campaign', touch.utm_campaign],
        ['Campaign source', [touch.utm_source, touch.utm_medium].filter(Boolean).join(' / ')],
        ['Search term', touch.utm_term],
        ['Campaign content', touch.utm_content],
        ['Clicked an ad of', ad],
        ['When', Number.isNaN(at) ? touch.at : <Timestamp key="at" at={at} relative={false} />],
      ]}
    />
  );
}

function sentLabel(form: string, step: string): string {
  // The contact form has no second step, and programs that use the API may send any step.
  if (form === 'contact-form' || form === 'api') return 'On';
  return step === '1' ? 'First step on' : step === '2' ? 'Details on' : 'Market report on';
}
