import { html, type Markup } from './html.ts';
import { htmlTable, newest } from './html-table.ts';
import type { Sandbox } from './sandbox.ts';
import { webhookEvents } from './send-webhook.ts';
import { publicKeyText } from './signing-keys.ts';

/** Webhooks that were sent, and the form that sends one. */
export function webhookSection(sandbox: Sandbox): Markup {
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
