import { useMutation } from '@tanstack/react-query';
import { outcomeWords, type WordPressSignInStart } from '../../contracts/wordpress-sign-in.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { ButtonRow } from '../../ui/button.tsx';
import { errorWords } from '../parts/error-words.ts';
import { request } from '../request.ts';
import { AccountForm, FormFault } from './account-form.tsx';

/** Signs an editor in with a WordPress account. The editor approves this in WordPress and is sent back. */
export function WordPressSignIn({ to, outcome }: { to: string; outcome: string | null }) {
  const starting = useMutation({
    mutationFn: () =>
      request<WordPressSignInStart>('/api/operators/wordpress/sign-in', {
        method: 'POST',
        open: true,
        body: { to },
      }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const fault = starting.error ? errorWords(starting.error) : starting.isIdle ? outcomeWords(outcome) : null;
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
