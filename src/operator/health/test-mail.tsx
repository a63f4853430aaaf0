import { useMutation } from '@tanstack/react-query';
import { siteCalls } from '../../contracts/operators/site-calls.ts';
import { callApi } from '../call-api.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { errorMessage } from '../parts/states/error-message.ts';

/** A button that sends a test e-mail and shows the result. */
export function TestMailButton() {
  const send = useMutation({ mutationFn: () => callApi(siteCalls.testMail, {}) });
  return (
    <div>
      <SmallButton $look="outline" disabled={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? 'Sending…' : 'Send a test e-mail'}
      </SmallButton>
      <p role="status">
        {send.data && `The mail server took it for ${send.data.to.join(', ')}. Look whether it arrived.`}
      </p>
      {send.error && <p role="alert">{errorMessage(send.error)}</p>}
    </div>
  );
}
