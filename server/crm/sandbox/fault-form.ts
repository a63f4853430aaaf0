import type { FaultSettings } from './faults.ts';
import { html, type Markup } from './html.ts';

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

/** The switches as a form that needs no JavaScript. */
export function faultForm(settings: FaultSettings): Markup {
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
