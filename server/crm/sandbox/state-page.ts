import { namesOf } from './contact-answer.ts';
import { faultForm } from './fault-form.ts';
import { html, htmlPage, type Markup } from './html.ts';
import { htmlTable, newest } from './html-table.ts';
import type { Sandbox } from './sandbox.ts';
import type { Contact } from './sandbox-state.ts';
import { webhookSection } from './webhook-section.ts';

/** The sandbox's state as a page: the newest first, at most fifty of each. */
export function statePage(sandbox: Sandbox): string {
  return htmlPage(
    'CRM sandbox',
    html`<h1>CRM sandbox</h1>
      <p><a href="/">Refresh</a></p>
      ${violations(sandbox)} ${contacts(sandbox)} ${requests(sandbox)} ${faultForm(sandbox.faults.current())}
      ${grants(sandbox)} ${triggerCalls(sandbox)} ${webhookSection(sandbox)}`,
  );
}

function violations({ state }: Sandbox): Markup {
  if (state.violations.length === 0)
    return html`<p>Every request and answer was as the official files say.</p>`;
  const rows = newest(state.violations).map((each) => [
    each.requestNumber,
    each.of,
    each.operation,
    each.faults.join('; '),
  ]);
  return html`<h2 id="violations" class="wrong">
      Not as the official files say (${state.violations.length})
    </h2>
    ${htmlTable(['Request', 'Of', 'Operation', 'What is wrong'], rows)}`;
}

function contacts({ state }: Sandbox): Markup {
  const rows = newest([...state.contacts.values()]).map((contact) => [
    html`${namesOf(contact.properties).full}<br />${contact.email}<br />${contact.phone}<br /><code
        >${contact.id}</code
      >`,
    contact.properties['source'],
    contact.tags.join(', '),
    fieldsOf(contact, state.locations.get(contact.locationId)?.customFields ?? []),
    state.notes
      .filter((note) => note.contactId === contact.id)
      .map((note) => html`<pre>${note.title ? `${note.title}\n` : ''}${note.body}</pre>`),
  ]);
  return html`<h2 id="contacts">Contacts (${state.contacts.size})</h2>
    ${htmlTable(['Who', 'Source', 'Tags', 'Custom fields', 'Notes'], rows)}`;
}

function fieldsOf(contact: Contact, fields: readonly { id: string; fieldKey: string }[]): Markup[] {
  return contact.customFields.map(
    ({ id, value }) => html`${fields.find((field) => field.id === id)?.fieldKey ?? id}: ${value}<br />`,
  );
}

function requests({ state }: Sandbox): Markup {
  const rows = newest(state.requests).map((each) => [
    each.number,
    each.at,
    html`${each.method} ${each.path}${each.body === undefined ? '' : body(each.body)}`,
    each.status ?? 'none',
    each.milliseconds,
    each.fault,
  ]);
  return html`<h2 id="requests">Requests (${state.requests.length})</h2>
    ${htmlTable(['Number', 'Time', 'Request', 'Status', 'ms', 'Fault'], rows)}`;
}

function body(value: unknown): Markup {
  return html`<details>
    <summary>Body</summary>
    <pre>${JSON.stringify(value, null, 2)}</pre>
  </details>`;
}

function grants({ state }: Sandbox): Markup {
  const rows = newest(state.grants).map((grant) => [
    html`<code>${grant.id}</code>`,
    grant.locationId
      ? (state.locations.get(grant.locationId)?.name ?? grant.locationId)
      : 'the whole company',
    grant.scopes.join(' '),
    grant.refreshes,
    grant.revoked
      ? 'revoked'
      : html`<form method="post" action="/__sandbox/grants/${grant.id}/revoke">
          <button>Revoke</button>
        </form>`,
  ]);
  return html`<h2 id="grants">Who let the app in</h2>
    ${htmlTable(['Grant', 'Where', 'Scopes', 'Refreshes', ''], rows)}`;
}

function triggerCalls({ state }: Sandbox): Markup {
  const rows = newest(state.triggerCalls).map((each) => [
    each.at,
    each.known ? each.triggerId : html`<span class="wrong">unknown: ${each.triggerId}</span>`,
    body(each.body),
  ]);
  return html`<h2 id="triggers">Calls of the workflow trigger (${state.triggerCalls.length})</h2>
    ${htmlTable(['Time', 'Trigger', 'Body'], rows)}`;
}
