import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  WORDPRESS_SIGN_IN_OUTCOME_PARAMETER,
  wordPressSignInMessage,
} from '../../contracts/operators/wordpress-sign-in.ts';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SingleFormLayout, StackedForm, FormFault } from '../sign-in/stacked-form.tsx';
import { safeRedirectPath, withFragment } from '../sign-in/safe-redirect-path.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import { wordPressAccountCalls } from '../../contracts/operators/wordpress-account-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { callApi } from '../call-api.ts';
import { dropNoteDrafts } from '../inbox/note-drafts.ts';

/**
 * The sign-in page, for operators with a password and for editors with WordPress. After signing in, the browser goes to
 * the path in the `to` parameter if it is a safe path of this site, otherwise to the home screen.
 */
export default function SignInScreen() {
  const [parameters] = useSearchParams();
  const { origin, hasWordPress, isNew } = useOperatorData();
  const to = parameters.get('to');
  const [codesLeft, setCodesLeft] = useState<number | null>(null);
  // Drop the drafts and load a new document, so that no data of a previous operator stays in the tab. Browsers keep the
  // fragment of the original URL when they are redirected to this page.
  const goOn = () => {
    dropNoteDrafts();
    location.replace(withFragment(safeRedirectPath(to, location.origin), location.hash));
  };
  if (codesLeft !== null) {
    return (
      <SingleFormLayout>
        <Panel title="You are signed in">
          <p role="status">
            That recovery code is used up; {codesLeft === 1 ? '1 is' : `${codesLeft} are`} left. Set up your
            second factor again in your account to get ten new ones.
          </p>
          <Button ref={(button) => button?.focus()} onClick={goOn}>
            Continue
          </Button>
        </Panel>
      </SingleFormLayout>
    );
  }
  return (
    <SingleFormLayout>
      {isNew && (
        <Panel title="There is no account yet">
          <p>
            The link that makes the first one is in the terminal in which the site was started, or in the file{' '}
            <code>first-sign-in</code> of the folder <code>DATA_DIR</code>. It is good for 30 minutes;{' '}
            <code>npm run operator -- link</code> prints another.
          </p>
        </Panel>
      )}
      {hasWordPress && (
        <Panel title="Editors">
          <WordPressSignIn to={to ?? ''} outcome={parameters.get(WORDPRESS_SIGN_IN_OUTCOME_PARAMETER)} />
        </Panel>
      )}
      <Panel title="Operators only">
        {location.origin !== origin && origin.startsWith('https:') && (
          <p>
            This site is at <a href={`${origin}/sign-in`}>{origin}</a>. Signing in works there.
          </p>
        )}
        <SignInForm
          onDone={({ recoveryCodesLeft }) => {
            if (recoveryCodesLeft === null) goOn();
            else setCodesLeft(recoveryCodesLeft);
          }}
        />
        <p>
          Forgot your password? Ask the person who runs the server to create a link for you:{' '}
          <code>npm run operator -- reset</code> with your e-mail address.
        </p>
      </Panel>
    </SingleFormLayout>
  );
}

/**
 * A button that signs an editor in with a WordPress account. The editor approves this in WordPress, which redirects
 * back. `to` is the path to open afterwards; `outcome` is the result of the last attempt, or null.
 */
function WordPressSignIn({ to, outcome }: { to: string; outcome: string | null }) {
  const starting = useMutation({
    mutationFn: () => callApi(wordPressAccountCalls.signIn, { to }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const fault = starting.error
    ? errorMessage(starting.error)
    : starting.isIdle
      ? wordPressSignInMessage(outcome)
      : null;
  return (
    <StackedForm
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
    </StackedForm>
  );
}
