import { useQuery, useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { accountCalls, type OneTimeLinkInfo } from '../../contracts/operators/account-calls.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { apiQuery, callApi } from '../call-api.ts';
import { dropNoteDrafts } from '../inbox/note-drafts.ts';
import { SingleFormLayout, StackedForm, FormFault, formFieldText } from '../sign-in/stacked-form.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { PasswordField, PASSWORD_HINT } from '../sign-in/password-field.tsx';

const titles: Readonly<Record<OneTimeLinkInfo['purpose'], string>> = {
  first: 'Make the first operator’s account',
  invite: 'Welcome. Choose your password',
  reset: 'Choose a new password',
};

/**
 * The page for a one-time link, which creates the first operator's account, accepts an invitation or sets a new
 * password, and then opens the home screen. The token is in the fragment, so it never appears in server logs.
 */
export default function OneTimeLinkScreen() {
  const token = useLocation().hash.slice(1);
  const link = useQuery({
    ...apiQuery(accountCalls.readLink, { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!token) {
    return (
      <SingleFormLayout>
        <Panel title="The link is incomplete">
          <p>Open the whole address that the terminal shows, with everything after the #.</p>
        </Panel>
      </SingleFormLayout>
    );
  }
  if (link.isError) {
    return (
      <>
        <ErrorState title="This link does not work" error={link.error} onRetry={() => void link.refetch()} />
        <p>
          If you have a password, <Link to="/sign-in">sign in</Link>.
        </p>
      </>
    );
  }
  if (!link.data) return <LoadingState />;
  const enter = () => {
    // The drafts in this tab may be those of another operator.
    dropNoteDrafts();
    location.replace('/admin');
  };
  return (
    <SingleFormLayout>
      <Panel title={titles[link.data.purpose]}>
        <LinkForm key={token} token={token} link={link.data} onDone={enter} />
      </Panel>
    </SingleFormLayout>
  );
}

interface Props {
  token: string;
  link: OneTimeLinkInfo;
  onDone: () => void;
}

/** The form that a one-time link opens: a password and, for the first account, a name and email address. */
function LinkForm({ token, link, onDone }: Props) {
  const use = useMutation({
    mutationFn: (typed: { name: string; email: string; password: string }) =>
      callApi(accountCalls.useLink, { token, ...typed }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    use.mutate({
      name: formFieldText(form, 'name'),
      email: formFieldText(form, 'email'),
      password: formFieldText(form, 'password'),
    });
  };
  return (
    <StackedForm onSubmit={submit}>
      {link.email === null ? (
        <>
          <TextField id="link-name" name="name" label="Your name" autoComplete="name" maxLength={100} />
          <TextField
            id="link-email"
            name="email"
            type="email"
            label="E-mail address"
            hint="You sign in with it."
            autoComplete="username"
          />
        </>
      ) : (
        // Password managers save the password under this username.
        <TextField
          id="link-email"
          name="email"
          type="email"
          label="E-mail address"
          autoComplete="username"
          defaultValue={link.email}
          disabled
        />
      )}
      <PasswordField
        id="link-password"
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <FormFault>{use.error && errorMessage(use.error)}</FormFault>
      <div>
        <BusyButton busy={use.isPending || use.isSuccess} busyLabel="Saving…">
          {link.email === null ? 'Make the account' : 'Set the password'}
        </BusyButton>
      </div>
    </StackedForm>
  );
}
