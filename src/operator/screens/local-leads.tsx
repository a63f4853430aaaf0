import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatLeadSource } from '../../contracts/leads/lead-source.ts';
import { formatPhone } from '../../contracts/leads/format-phone.ts';
import { ButtonRow } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { type StoredLead, STORED_LEADS_KEY, storedLeads } from '../../leads/stored-leads.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { DataTable } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';

type Read = { leads: readonly StoredLead[] } | { fault: unknown };

/** Lists the leads stored in this browser, with buttons to export or clear them. */
export default function LocalLeadsScreen() {
  const [read, setRead] = useState<Read>(tryToRead);
  const [asking, setAsking] = useState(false);
  const refresh = () => setRead(tryToRead());
  useEffect(() => {
    // Another tab of this browser may have changed the stored leads.
    const onStorage = () => setRead(tryToRead());
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  const failed = 'fault' in read;
  useEffect(() => {
    if (failed) {
      showToast({
        kind: 'error',
        title: 'Failed to load',
        text: 'The leads stored in this browser could not be read.',
      });
    }
  }, [failed]);
  const leads = 'leads' in read ? read.leads : [];
  const unsent = leads.filter((lead) => lead.unsent).length;
  return (
    <>
      <ScreenIntro
        actions={
          <ButtonRow>
            <SmallButton $look="outline" onClick={refresh}>
              Refresh
            </SmallButton>
            <SmallButton $look="outline" disabled={leads.length === 0} onClick={() => tryToExport(leads)}>
              Export
            </SmallButton>
            <SmallButton
              $look="outline"
              aria-haspopup="dialog"
              disabled={leads.length === 0 && !failed}
              onClick={() => setAsking(true)}
            >
              Clear all
            </SmallButton>
          </ButtonRow>
        }
      >
        This shows <strong>this browser only</strong>: the forms that were filled in with it. Every lead the
        server has, from all visitors, is in <Link to="/admin/leads">Leads</Link>.
      </ScreenIntro>
      {failed && (
        <ErrorState
          title="Failed to load"
          error={new Error('What this browser stored cannot be read. Clear all starts again.')}
          onRetry={refresh}
        />
      )}
      {!failed && leads.length === 0 && (
        <EmptyState title="No leads in this browser">
          They appear when a form is sent from here, and leave a day after the server has them.
        </EmptyState>
      )}
      {leads.length > 0 && (
        <Panel title={leads.length === 1 ? '1 lead' : `${leads.length} leads`}>
          <LeadTable leads={leads} />
        </Panel>
      )}
      <ConfirmDialog
        open={asking}
        title="Clear all leads stored in this browser?"
        confirmLabel="Clear all"
        danger
        onConfirm={() => {
          setAsking(false);
          tryToClear();
          refresh();
        }}
        onCancel={() => setAsking(false)}
      >
        {unsent > 0
          ? `The server does not have ${unsent === 1 ? 'one of them' : `${unsent} of them`} yet: cleared, ` +
            `${unsent === 1 ? 'it is' : 'they are'} gone. Export first.`
          : 'Leads that the server has stay there. This cannot be undone.'}
      </ConfirmDialog>
    </>
  );
}

function LeadTable({ leads }: { leads: readonly StoredLead[] }) {
  return (
    <DataTable
      caption="Leads stored in this browser, newest first"
      rows={leads}
      rowKey={({ contactId, timestamp }) => contactId + timestamp}
      columns={[
        {
          key: 'name',
          header: 'Name',
          lead: true,
          cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() || 'No name yet',
        },
        {
          key: 'reach',
          header: 'Reached by',
          cell: ({ email, phone }) =>
            email || phone ? (
              <>
                {email}
                {email && phone && <br />}
                {formatPhone(phone ?? null, null)}
              </>
            ) : (
              'Nothing yet'
            ),
        },
        { key: 'source', header: 'Source', cell: ({ source }) => formatLeadSource(source, null) ?? 'None' },
        { key: 'message', header: 'Message', cell: ({ message }) => message || '–' },
        { key: 'time', header: 'Time', cell: ({ timestamp }) => <Timestamp at={Date.parse(timestamp)} /> },
        { key: 'state', header: 'State', cell: (lead) => <SyncState lead={lead} /> },
      ]}
    />
  );
}

function SyncState({ lead }: { lead: StoredLead }) {
  if (lead.unsent) {
    return lead.unsent.refused ? (
      <StatusLine state="fail">The server did not take it</StatusLine>
    ) : (
      <StatusLine state="warn">Not sent yet</StatusLine>
    );
  }
  return isNotSynced(lead) ? (
    <StatusLine state="warn">Not synced</StatusLine>
  ) : (
    <StatusLine state="ok">Synced</StatusLine>
  );
}

function tryToRead(): Read {
  try {
    return { leads: readLocalLeads() };
  } catch (fault) {
    return { fault };
  }
}

function tryToClear(): void {
  try {
    clearLocalLeads();
    showToast({ kind: 'success', title: 'Cleared', text: 'This browser stores no leads any more.' });
  } catch {
    showToast({
      kind: 'error',
      title: 'Failed to clear',
      text: 'The browser does not let this page remove what it stored.',
    });
  }
}

function tryToExport(leads: readonly StoredLead[]): void {
  try {
    exportLocalLeads(leads);
  } catch {
    showToast({
      kind: 'error',
      title: 'Failed to export',
      text: 'The browser could not make the file. Try again, or use another browser.',
    });
  }
}

/**
 * Returns the leads stored in this browser, newest first. Throws a `DOMException` if the browser blocks storage, a
 * `SyntaxError` if the stored text is not JSON, or an `Error` if it is not a list.
 */
function readLocalLeads(): StoredLead[] {
  // Other code may have written something else under the same key.
  const text = window.localStorage.getItem(STORED_LEADS_KEY);
  if (text !== null && !Array.isArray(JSON.parse(text)))
    throw new Error('What is stored is no list of leads.');
  return storedLeads().toReversed();
}

/** Removes all stored leads. Throws a `DOMException` if the browser blocks storage. */
function clearLocalLeads(): void {
  window.localStorage.removeItem(STORED_LEADS_KEY);
}

/** Whether a lead had not reached the CRM when it was stored. Its id then starts with `local_`, as specified. */
function isNotSynced({ contactId }: Pick<StoredLead, 'contactId'>): boolean {
  return contactId.startsWith('local_');
}

/** Downloads the leads as a JSON file. Throws if the browser refuses to create the file. */
function exportLocalLeads(leads: readonly StoredLead[], now = Date.now()): void {
  const file = new Blob([`${JSON.stringify(leads, null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `local-leads-${new Date(now).toISOString().slice(0, 10)}.json`;
  link.click();
  // Keep the URL until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
