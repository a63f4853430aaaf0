import { useMutation } from '@tanstack/react-query';
import { wordPressAccountCalls } from '../../contracts/operators/wordpress-account-calls.ts';
import { outcomeText } from '../../contracts/operators/wordpress-sign-in.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ButtonRow } from '../../ui/form/button.tsx';
import { errorWords } from '../parts/states/error-words.ts';
import { callApi } from '../call-api.ts';
import { AccountForm, FormFault } from './account-form.tsx';

/** Signs an editor in with a WordPress account. The editor approves this in WordPress and is sent back. */
export function WordPressSignIn({ to, outcome }: { to: string; outcome: string | null }) {
  const starting = useMutation({
    mutationFn: () => callApi(wordPressAccountCalls.signIn, { to }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const fault = starting.error ? errorWords(starting.error) : starting.isIdle ? outcomeText(outcome) : null;
  return (
    <AccountForm
      onSubmit={(event) => {
        event.preventDefault();
        starting.mutate();
      }}
    >
      <p>
        Edit pages with your own WordPress account. WordPress asks you to approve it, and makes a password for
        this site only.
      </p>
      <FormFault>{fault}</FormFault>
      <ButtonRow>
        <BusyButton busy={starting.isPending || starting.isSuccess} busyLabel="Opening WordPress…">
          Sign in with WordPress
        </BusyButton>
      </ButtonRow>
    </AccountForm>
  );
}
