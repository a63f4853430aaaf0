import { CopyLine } from '../parts/text/copy-line.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { Points, Steps } from '../parts/text/text-list.ts';
import { useOperatorData } from '../use-operator-data.ts';
import { PUBLIC_KEY_SETTING, SIGNATURE_HEADER, WEBHOOK_PATH } from '../../contracts/operators/webhooks.ts';

/** Explains where the CRM must send its events and how to set that up. */
export function WebhookSetup() {
  const { origin } = useOperatorData();
  return (
    <>
      <Panel title="Webhook URL">
        <CopyLine text={origin + WEBHOOK_PATH} what="webhook URL" />
        <Steps>
          <li>In the HighLevel marketplace, open your application, then Advanced settings and Webhooks.</li>
          <li>Paste this URL as the default webhook URL.</li>
          <li>Switch on the events listed under Event Types, and save.</li>
          <li>Install or update the application in your location, then change a contact there.</li>
        </Steps>
      </Panel>
      <Panel title="What is checked">
        <Points>
          <li>
            Every event must bear HighLevel’s signature (<code>{SIGNATURE_HEADER}</code>). An unsigned or
            forged one is refused, and nothing of it is stored.
          </li>
          <li>HighLevel’s public keys are built in: there is no secret to paste.</li>
          <li>
            To test with a key of your own, set <code>{PUBLIC_KEY_SETTING}</code> on the server.
          </li>
        </Points>
      </Panel>
    </>
  );
}
