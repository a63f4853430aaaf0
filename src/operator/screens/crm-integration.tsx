import { useQueryClient } from '@tanstack/react-query';
import { ConnectionTest } from '../crm/connection-test.tsx';
import { crmStatusQuery } from '../crm/crm-queries.ts';
import { CustomFields } from '../crm/custom-fields.tsx';
import { IntegrationStatus } from '../crm/integration-status.tsx';
import { OauthSettings } from '../crm/oauth-settings.tsx';
import { ReconnectNotice } from '../crm/reconnect-notice.tsx';
import { useConnect } from '../crm/use-connect.ts';
import { CopyLine } from '../parts/text/copy-line.tsx';
import { PageIntro } from '../parts/text/page-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonLink } from '../parts/controls/small-button.tsx';
import { Tabs } from '../parts/controls/tabs.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import { WEBHOOK_PATH } from '../../contracts/operators/webhooks.ts';

/** Shows how this site is connected to the CRM. */
export default function CrmIntegrationScreen() {
  const { connect, waiting } = useConnect();
  const answers = useQueryClient();
  const { origin } = useOperatorData();
  return (
    <>
      <PageIntro>
        Leads go to HighLevel, by an application you connect with OAuth or by a private-integration token.
      </PageIntro>
      <ReconnectNotice waiting={waiting} onReconnect={connect} />
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
                      onClick={() => void answers.invalidateQueries({ queryKey: crmStatusQuery.queryKey })}
                    >
                      Refresh
                    </SmallButton>
                  }
                >
                  <IntegrationStatus connect={connect} waiting={waiting} />
                </Panel>
                <CustomFields connect={connect} waiting={waiting} />
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
                <CopyLine text={origin + WEBHOOK_PATH} what="webhook URL" />
                <SmallButtonLink to="/admin/webhooks">Webhook settings</SmallButtonLink>
              </Panel>
            ),
          },
          { id: 'test', label: 'Test Connection', content: <ConnectionTest /> },
        ]}
      />
    </>
  );
}
