import { namesOf } from './contact-store.ts';
import type { FaultSettings } from './faults.ts';
import { html, htmlPage, type Markup } from './html.ts';
import type { Sandbox, Contact } from './sandbox.ts';
import { webhookEvents, publicKeyText } from './send-webhook.ts';

/** Renders the sandbox's state as an HTML page, with the newest fifty entries of each list. */
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

const labels: Record<keyof FaultSettings, string> = {
  down: 'Down: connections are reset',
  unauthorized: 'Every token is refused (401)',
  errorRate: 'Errors, rate from 0 to 1',
  errorStatus: 'Status of those errors',
  tooManyRequestsRate: '429, rate',
  delayMs: 'Delay in milliseconds',
  delayRate: 'Delay, rate',
  timeoutAfterWriteRate: 'Contact written, then no answer: rate',
  unprocessableAfterWriteRate: 'Contact written, then 422: rate',
  duplicateRate: 'Refused as a duplicate (400): rate',
  garbage: 'Answers are garbage',
  garbageRate: 'Garbage, rate',
  hangMs: 'A time-out holds on for milliseconds',
  only: 'Only requests that start with, like POST /contacts/upsert',
  times: 'For so many requests; empty: no end',
};

const garbage: readonly FaultSettings['garbage'][] = ['none', 'html', 'empty', 'truncated', 'wrong-shape'];

/** Renders the fault settings as a form that works without JavaScript. */
function faultForm(settings: FaultSettings): Markup {
  const number = (name: keyof FaultSettings, step = '1') =>
    html`<label
      >${labels[name]}<br /><input
        name="${name}"
        type="number"
        min="0"
        step="${step}"
        value="${settings[name]}"
    /></label>`;
  const box = (name: 'down' | 'unauthorized') =>
    html`<label
      ><input name="${name}" type="checkbox" ${settings[name] ? html`checked` : ''} /> ${labels[name]}</label
    >`;
  const options = garbage.map(
    (name) => html`<option ${settings.garbage === name ? html`selected` : ''}>${name}</option>`,
  );
  return html`<h2 id="faults">Faults</h2>
    <form method="post" action="/__sandbox/faults">
      <fieldset>
        <legend>What goes wrong from now on</legend>
        ${box('down')} ${box('unauthorized')} ${number('errorRate', 'any')} ${number('errorStatus')}
        ${number('tooManyRequestsRate', 'any')} ${number('delayMs')} ${number('delayRate', 'any')}
        ${number('timeoutAfterWriteRate', 'any')} ${number('unprocessableAfterWriteRate', 'any')}
        ${number('duplicateRate', 'any')}
        <label
          >${labels.garbage}<br /><select name="garbage">
            ${options}
          </select></label
        >
        ${number('garbageRate', 'any')} ${number('hangMs')} ${number('times')}
        <label>${labels.only}<br /><input name="only" value="${settings.only}" /></label>
      </fieldset>
      <p><button>Apply</button> <button formaction="/__sandbox/faults/clear">Clear</button></p>
    </form>`;
}

/** Renders the list of sent webhooks and the form that sends one. */
function webhookSection(sandbox: Sandbox): Markup {
  const rows = newest(sandbox.state.sentWebhooks).map((each) => [
    each.at,
    each.event,
    each.url,
    each.status ?? 'no answer',
    html`<form method="post" action="/__sandbox/webhooks/${each.id}/again">
      <button>Send again</button>
    </form>`,
  ]);
  const events = webhookEvents.map((name) => html`<option>${name}</option>`);
  const signatures = ['ed25519', 'rsa', 'both', 'wrong', 'none'].map(
    (name) => html`<option>${name}</option>`,
  );
  return html`<h2 id="webhooks">Webhooks</h2>
    <p>GHL_WEBHOOK_PUBLIC_KEY=<code>${publicKeyText(sandbox.keys.ed25519.publicKey)}</code></p>
    <form method="post" action="/__sandbox/webhooks">
      <fieldset>
        <legend>Send an event</legend>
        <label
          >Event
          <select name="event">
            ${events}
          </select></label
        >
        <label
          >To <input name="url" type="url" required value="http://127.0.0.1:3000/api/webhooks/ghl"
        /></label>
        <label
          >Signature
          <select name="signature">
            ${signatures}
          </select></label
        >
        <label>Example, from 0 <input name="example" type="number" min="0" value="0" /></label>
        <label><input name="bare" type="checkbox" /> Without timestamp and webhookId</label>
        <p><button>Send</button></p>
      </fieldset>
    </form>
    ${htmlTable(['Time', 'Event', 'To', 'Answer', ''], rows)}`;
}

/** Maximum number of rows per list. */
const SHOWN = 50;

/** Returns the newest `SHOWN` entries of a list, newest first. */
function newest<T>(list: readonly T[]): T[] {
  return list.slice(-SHOWN).toReversed();
}

/** Renders a table, or a placeholder text if there are no rows. */
function htmlTable(heads: readonly string[], rows: readonly (readonly unknown[])[]): Markup {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  const head = heads.map((each) => html`<th scope="col">${each}</th>`);
  const body = rows.map((cells) => {
    const data = cells.map((each) => html`<td>${each}</td>`);
    return html`<tr>
      ${data}
    </tr> `;
  });
  return html`<table>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}
