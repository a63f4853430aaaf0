import { DataTable } from '../parts/text/data-table.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { supportedWebhookEvents } from '../../contracts/operators/webhooks.ts';

/** Lists the webhook events that affect leads, and explains the effect of each. */
export function SupportedWebhookEventsPanel() {
  return (
    <Panel title="Supported events">
      <DataTable
        caption="Supported events"
        rows={supportedWebhookEvents}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: 'Event', lead: true, short: true, cell: ({ name }) => <code>{name}</code> },
          { key: 'meaning', header: 'What it does here', wide: true, cell: ({ meaning }) => meaning },
        ]}
      />
      <p>Any other signed event is stored and shown under Testing; it changes nothing.</p>
    </Panel>
  );
}
