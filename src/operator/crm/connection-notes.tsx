import type { ReactNode } from 'react';
import { ButtonRow } from '../../ui/form/button.tsx';
import { SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';

/**
 * Warnings about a new connection, such as an unexpected location, from the query of /oauth/success. Renders nothing if
 * there are none.
 */
export function ConnectionNotes({ query }: { query: URLSearchParams }) {
  const wanted = query.get('wanted');
  const missing = Number(query.get('missing'));
  return (
    <>
      {wanted && (
        <>
          <p role="alert">
            <StatusLine state="warn">Another location was chosen in HighLevel.</StatusLine>
          </p>
          <p>
            You wanted to connect <code>{wanted}</code>, which is as it was before. To connect it, choose it
            in HighLevel. What was connected instead can be revoked at <code>/admin/ghl</code>.
          </p>
          <ButtonRow>
            <SmallButtonAnchor
              $look="outline"
              href={`/api/oauth/start?locationId=${encodeURIComponent(wanted)}`}
            >
              Connect it now
            </SmallButtonAnchor>
          </ButtonRow>
        </>
      )}
      {missing > 0 && (
        <>
          <p role="alert">
            <StatusLine state="warn">
              {missing === 1
                ? '1 location of the company could not be connected.'
                : `${missing} locations of the company could not be connected.`}
            </StatusLine>
          </p>
          <p>
            <code>/admin/settings/audit</code> names what could not. Connect again, and choose it alone.
          </p>
        </>
      )}
    </>
  );
}

/** Explains where leads go after a location has been connected, from the same query. */
export function LeadsAfterConnecting({ query }: { query: URLSearchParams }): ReactNode {
  const target = <code>{query.get('leadsTo')}</code>;
  switch (query.get('leadsTo') ? (query.get('leads') ?? '') : '') {
    case 'unconnected':
      return (
        <>
          Leads are set to go to {target} (<code>GHL_LOCATION_ID</code>), which is not connected: connect{' '}
          {target} or change the setting. Until then they are kept here.
        </>
      );
    case 'reconnect':
      return (
        <>
          Leads are for {target}, whose access HighLevel refuses: they are kept here until that one is
          connected again. Where they go can be changed at <code>/admin/ghl</code>.
        </>
      );
    case 'elsewhere':
      return (
        <>
          Leads go to {target}. Where they go can be changed at <code>/admin/ghl</code>.
        </>
      );
    default:
      return 'Leads that waited go out now.';
  }
}
