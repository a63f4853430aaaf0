import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { crmCalls } from '../../contracts/operators/crm-calls.ts';
import type { MissingCrmFieldsResult } from '../../contracts/operators/crm-fields.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { errorReason } from '../parts/states/error-message.ts';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Alert } from '../parts/states/alert.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { BulletList } from '../parts/text/text-list.ts';
import { callApi } from '../call-api.ts';
import { missingCrmFieldsQuery, crmStatusQuery } from './crm-queries.ts';

interface Props {
  connect: (locationId?: string) => void;
  /** Whether the connection pop-up is open. */
  waiting: boolean;
}

/**
 * Lists the lead values that have no custom field in the CRM, with a button that creates the missing fields. Renders
 * nothing until the CRM is connected.
 */
export function MissingCustomFields({ connect, waiting }: Props) {
  const { data: status } = useQuery(crmStatusQuery);
  const isConnected = status?.isConfigured === true;
  const { data, error, refetch } = useQuery({ ...missingCrmFieldsQuery, enabled: isConnected });
  if (!isConnected) return null;
  return (
    <Panel title="Custom fields">
      {error ? (
        <ErrorState title="Failed to read the custom fields" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <FieldList fields={data} connect={connect} waiting={waiting} />
      ) : (
        <LoadingState />
      )}
    </Panel>
  );
}

function FieldList({ fields, connect, waiting }: Props & { fields: MissingCrmFieldsResult }) {
  const { locationId, missing, problem, needsReconnect } = fields;
  const create = useCreateFields();
  if (problem !== null) return <p>They cannot be read now: {problem}</p>;
  if (missing.length === 0) return <p>The CRM has a field for every value of a lead.</p>;
  const { data: result } = create;
  return (
    <>
      <p>
        Without a field of its own in the CRM, a value is only in the note of the contact, and no workflow can
        use it. These values have none:
      </p>
      <BulletList>
        {missing.map(({ key, label }) => (
          <li key={key}>
            {label} <code>contact.{key}</code>
          </li>
        ))}
      </BulletList>
      {result?.problem && (
        <Alert title="Not all fields were created">
          <p>{result.problem}</p>
        </Alert>
      )}
      {result?.otherKeys.map(({ key, fieldKey }) => (
        <Alert key={key} title="A field has another key">
          <p>
            HighLevel named the new field <code>{fieldKey}</code> instead of <code>contact.{key}</code>, so it
            stays empty. Delete it there, and create one with the right key.
          </p>
        </Alert>
      ))}
      {needsReconnect ? (
        <>
          <p>The connection does not include the right to create fields. Reconnect to allow this.</p>
          <SmallButton disabled={waiting} onClick={() => connect(locationId ?? undefined)}>
            {waiting ? 'Waiting for the pop-up…' : 'Reconnect to allow this'}
          </SmallButton>
        </>
      ) : (
        <BusyButton
          type="button"
          busy={create.isPending}
          busyLabel="Creating…"
          onClick={() => create.mutate()}
        >
          {missing.length === 1 ? 'Create this field' : `Create these ${missing.length} fields`}
        </BusyButton>
      )}
    </>
  );
}

function useCreateFields() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(crmCalls.createFields, {}),
    onSuccess: ({ created }) => {
      if (created.length === 0) return;
      showToast({
        kind: 'success',
        title: created.length === 1 ? 'Field Created' : `${created.length} Fields Created`,
        text: 'Leads fill them within ten minutes.',
      });
    },
    onError: (error) =>
      showToast({ kind: 'error', title: 'Failed to create the fields', text: errorReason(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: missingCrmFieldsQuery.queryKey }),
  });
}
