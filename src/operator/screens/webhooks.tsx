import { PageIntro } from '../parts/text/page-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { Tabs } from '../parts/controls/tabs.tsx';
import { EventTypes } from '../webhooks/event-types.tsx';
import { RecentEvents } from '../webhooks/recent-events.tsx';
import { WebhookSetup } from '../webhooks/webhook-setup.tsx';

/** The CRM's webhooks: setup, event types and testing. */
export default function WebhooksScreen() {
  return (
    <>
      <PageIntro>
        HighLevel notifies this site of what happens to its leads there: changes, tags and appointments appear
        in each lead’s story.
      </PageIntro>
      <Tabs
        label="Webhooks"
        tabs={[
          { id: 'setup', label: 'Setup', content: <WebhookSetup /> },
          { id: 'events', label: 'Event Types', content: <EventTypes /> },
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
                <RecentEvents />
              </>
            ),
          },
        ]}
      />
    </>
  );
}
