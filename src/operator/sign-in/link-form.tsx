import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { accountCalls, type LinkInfo } from '../../contracts/operators/account-calls.ts';
import { errorWords } from '../parts/states/error-words.ts';
import { callApi } from '../call-api.ts';
import { AccountForm, FormFault, typedIn } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';
import { PASSWORD_HINT } from './password-hint.ts';

interface Props {
  token: string;
  link: LinkInfo;
  onDone: () => void;
}

/** The form that a one-time link opens: a password and, for the first account, a name and email address. */
export function LinkForm({ token, link, onDone }: Props) {
  const use = useMutation({
    mutationFn: (typed: { name: string; email: string; password: string }) =>
      callApi(accountCalls.useLink, { token, ...typed }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    use.mutate({
      name: typedIn(form, 'name'),
      email: typedIn(form, 'email'),
      password: typedIn(form, 'password'),
    });
  };
  return (
    <AccountForm onSubmit={submit}>
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
      <FormFault>{use.error && errorWords(use.error)}</FormFault>
      <div>
        <BusyButton busy={use.isPending || use.isSuccess} busyLabel="Saving…">
          {link.email === null ? 'Make the account' : 'Set the password'}
        </BusyButton>
      </div>
    </AccountForm>
  );
}
