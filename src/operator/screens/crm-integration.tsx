import { useQueryClient, useQuery } from '@tanstack/react-query';
import { CrmConnectionTest } from '../crm/crm-connection-test.tsx';
import { crmStatusQuery, oauthStatusQuery } from '../crm/crm-queries.ts';
import { MissingCustomFields } from '../crm/custom-fields.tsx';
import { CrmIntegrationStatus } from '../crm/crm-integration-status.tsx';
import { OauthSettings } from '../crm/oauth-settings.tsx';
import { useCrmConnect } from '../crm/use-crm-connect.ts';
import { CopyableValue } from '../parts/text/copyable-value.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonLink } from '../parts/controls/small-button.tsx';
import { Tabs } from '../parts/controls/tabs.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import { WEBHOOK_PATH } from '../../contracts/operators/webhooks.ts';
import { Alert } from '../parts/states/alert.tsx';
import { useNow } from '../use-now.ts';
import { leadsTargetText } from '../../contracts/leads/leads-target-text.ts';

/**
 * The CRM integration screen, with tabs for the status and missing custom fields, the OAuth settings, the webhook URL
 * and a connection test.
 */
export default function CrmIntegrationScreen() {
  const { connect, waiting } = useCrmConnect();
  const queryClient = useQueryClient();
  const { origin } = useOperatorData();
  return (
    <>
      <ScreenIntro>
        Leads go to HighLevel, by an application you connect with OAuth or by a private-integration token.
      </ScreenIntro>
      <ReconnectAlerts waiting={waiting} onReconnect={connect} />
      <Tabs
        label="CRM integration"
        tabs={[
          {
            id: 'overview',
            label: 'Overview',
            content: (
              <PanelGrid $columns="one">
                <Panel
                  title="Status"
                  actions={
                    <SmallButton
                      $look="outline"
                      onClick={() =>
                        void queryClient.invalidateQueries({ queryKey: crmStatusQuery.queryKey })
                      }
                    >
                      Refresh
                    </SmallButton>
                  }
                >
                  <CrmIntegrationStatus connect={connect} waiting={waiting} />
                </Panel>
                <MissingCustomFields connect={connect} waiting={waiting} />
              </PanelGrid>
            ),
          },
          {
            id: 'oauth',
            label: 'OAuth Settings',
            content: <OauthSettings connect={connect} waiting={waiting} />,
          },
          {
            id: 'webhooks',
            label: 'Webhooks',
            content: (
              <Panel title="Webhooks">
                <p>HighLevel sends events about this site’s leads to this address:</p>
                <CopyableValue text={origin + WEBHOOK_PATH} what="webhook URL" />
                <SmallButtonLink to="/admin/webhooks">Webhook settings</SmallButtonLink>
              </Panel>
            ),
          },
          { id: 'test', label: 'Test Connection', content: <CrmConnectionTest /> },
        ]}
      />
    </>
  );
}

interface Props {
  onReconnect: (locationId: string) => void;
  waiting: boolean;
}

/** Lists the locations that must be reconnected, and why, each with a button. Renders nothing if there are none. */
function ReconnectAlerts({ onReconnect, waiting }: Props) {
  const { data } = useQuery(oauthStatusQuery);
  const now = useNow();
  const broken = data?.authorizedLocations.filter(({ state }) => state === 'reconnect') ?? [];
  return broken.map(({ locationId, name, reason }) => (
    <Alert key={locationId} title={`Reconnect needed: ${name ?? locationId}`}>
      <p>
        {reason ?? 'The CRM refuses our access.'} {leadsTargetText(data?.leadsTo ?? null, now)}
      </p>
      <SmallButton disabled={waiting} onClick={() => onReconnect(locationId)}>
        {waiting ? 'Waiting for the pop-up…' : 'Reconnect'}
      </SmallButton>
    </Alert>
  ));
}
