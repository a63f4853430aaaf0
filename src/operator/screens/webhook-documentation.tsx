import styled from 'styled-components';
import { CopyableValue } from '../parts/text/copyable-value.tsx';
import { DataTable } from '../parts/text/data-table.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { BulletList } from '../parts/text/text-list.ts';
import { useOperatorData } from '../use-operator-data.ts';
import { SupportedWebhookEventsPanel } from '../webhooks/event-types.tsx';
import {
  webhookCurlExample,
  WEBHOOK_EVENT_RETENTION_DAYS,
  exampleWebhookPayload,
  webhookSigningKeyCommands,
  LEGACY_WEBHOOK_SIGNATURE_HEADER,
  MAX_WEBHOOK_CLOCK_SKEW_MS,
  MAX_WEBHOOK_BODY_BYTES,
  MAX_WEBHOOK_EVENT_AGE_MS,
  webhookNodeExample,
  WEBHOOK_PUBLIC_KEY_SETTING,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_PATH,
  webhookResponses,
} from '../../contracts/operators/webhooks.ts';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { ScrollingCode } from '../parts/text/scrolling-code.tsx';

const Answer = styled.strong`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** Documents how to send events to this site, with example commands and the meaning of every response. */
export default function WebhookDocumentationScreen() {
  const { origin } = useOperatorData();
  return (
    <>
      <ScreenIntro>
        This site takes HighLevel’s events, signed, at one address. The commands below run as they are.
      </ScreenIntro>
      <PanelGrid $columns="one">
        <Panel title="Address">
          <CopyableValue text={origin + WEBHOOK_PATH} what="webhook URL" />
          <BulletList>
            <li>POST with a JSON body of at most {MAX_WEBHOOK_BODY_BYTES / 1024} kB, not compressed.</li>
            <li>
              <code>{WEBHOOK_SIGNATURE_HEADER}</code>: Ed25519 over the raw body, base64. The older{' '}
              <code>{LEGACY_WEBHOOK_SIGNATURE_HEADER}</code> (RSA with SHA-256) counts where the first is
              missing.
            </li>
            <li>
              <code>timestamp</code> may be at most {MAX_WEBHOOK_EVENT_AGE_MS / 3_600_000} hours old and{' '}
              {MAX_WEBHOOK_CLOCK_SKEW_MS / 60_000} minutes ahead: HighLevel repeats for about an hour.{' '}
              <code>webhookId</code> identifies repeats. Without it, the body does.
            </li>
            <li>Events are kept for {WEBHOOK_EVENT_RETENTION_DAYS} days.</li>
          </BulletList>
        </Panel>
        <Panel title="1. A key of your own">
          <p>
            Make it once, start the server with the setting it prints (
            <code>{WEBHOOK_PUBLIC_KEY_SETTING}</code>), and take the setting away afterwards: with it the
            server trusts that key in place of HighLevel’s.
          </p>
          <CodeBlock code={webhookSigningKeyCommands} what="commands that make a key" />
        </Panel>
        <Panel title="2. Send an event with curl">
          <CodeBlock code={webhookCurlExample(origin)} what="commands that send an event" />
        </Panel>
        <Panel title="Or with Node">
          <p>
            Save it as <code>send-event.mjs</code> beside the key, then run <code>node send-event.mjs</code>.
          </p>
          <CodeBlock code={webhookNodeExample(origin)} what="script that sends an event" />
        </Panel>
        <Panel title="Answers">
          <DataTable
            caption="Answers of the webhook address"
            rows={webhookResponses}
            rowKey={({ name }) => name}
            columns={[
              {
                key: 'status',
                header: 'Answer',
                lead: true,
                cell: ({ status, name }) => (
                  <>
                    <Answer>{status}</Answer> {name}
                  </>
                ),
              },
              {
                key: 'meaning',
                header: 'Meaning',
                wide: true,
                cell: ({ meaning }) => <TextWithCode text={meaning} />,
              },
            ]}
          />
        </Panel>
        <SupportedWebhookEventsPanel />
        <Panel title="An event">
          <CodeBlock code={JSON.stringify(exampleWebhookPayload, null, 2)} what="example event" />
        </Panel>
      </PanelGrid>
    </>
  );
}

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.5rem;
  > :last-child {
    justify-self: end;
  }
`;

/** A block of code with a copy button. */
function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <Box>
      <ScrollingCode code={code} what={what} />
      <div>
        <CopyButton text={code} what={what} />
      </div>
    </Box>
  );
}

/** Renders text, with the parts between backticks as code. */
function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
