import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { Tabs } from '../parts/controls/tabs.tsx';
import { SupportedWebhookEventsPanel } from '../webhooks/event-types.tsx';
import { RecentWebhookEventsPanel } from '../webhooks/recent-webhook-events-panel.tsx';
import { CopyableValue } from '../parts/text/copyable-value.tsx';
import { BulletList, NumberedList } from '../parts/text/text-list.ts';
import { useOperatorData } from '../use-operator-data.ts';
import {
  WEBHOOK_PUBLIC_KEY_SETTING,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_PATH,
} from '../../contracts/operators/webhooks.ts';

/** The screen for the CRM's webhooks: setup, event types and testing. */
export default function WebhooksScreen() {
  return (
    <>
      <ScreenIntro>
        HighLevel notifies this site of what happens to its leads there: changes, tags and appointments appear
        in each lead’s story.
      </ScreenIntro>
      <Tabs
        label="Webhooks"
        tabs={[
          { id: 'setup', label: 'Setup', content: <WebhookSetup /> },
          { id: 'events', label: 'Event Types', content: <SupportedWebhookEventsPanel /> },
          {
            id: 'testing',
            label: 'Testing',
            content: (
              <>
                <Panel title="Send one yourself">
                  <p>
                    The documentation has commands that sign an event with a key of your own and send it here,
                    and says what each answer means.
                  </p>
                  <SmallButtonAnchor href="/webhooks/ghl/test" target="_blank" rel="noopener">
                    Open the documentation
                  </SmallButtonAnchor>
                </Panel>
                <RecentWebhookEventsPanel />
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** Explains where the CRM must send its events and how to set that up. */
function WebhookSetup() {
  const { origin } = useOperatorData();
  return (
    <>
      <Panel title="Webhook URL">
        <CopyableValue text={origin + WEBHOOK_PATH} what="webhook URL" />
        <NumberedList>
          <li>In the HighLevel marketplace, open your application, then Advanced settings and Webhooks.</li>
          <li>Paste this URL as the default webhook URL.</li>
          <li>Switch on the events listed under Event Types, and save.</li>
          <li>Install or update the application in your location, then change a contact there.</li>
        </NumberedList>
      </Panel>
      <Panel title="What is checked">
        <BulletList>
          <li>
            Every event must bear HighLevel’s signature (<code>{WEBHOOK_SIGNATURE_HEADER}</code>). An unsigned
            or forged one is refused, and nothing of it is stored.
          </li>
          <li>HighLevel’s public keys are built in: there is no secret to paste.</li>
          <li>
            To test with a key of your own, set <code>{WEBHOOK_PUBLIC_KEY_SETTING}</code> on the server.
          </li>
        </BulletList>
      </Panel>
    </>
  );
}
