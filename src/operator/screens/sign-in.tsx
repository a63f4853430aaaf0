import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { ownPath } from '../sign-in/own-path.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { useOperatorData } from '../use-operator-data.ts';

/** The way in. */
export default function SignInScreen() {
  const [parameters] = useSearchParams();
  const { origin } = useOperatorData();
  const [codesLeft, setCodesLeft] = useState<number | null>(null);
  // The whole document anew: nothing of an earlier operator is kept.
  const goOn = () => location.replace(ownPath(parameters.get('to'), location.origin));
  if (codesLeft !== null) {
    return (
      <Panel title="You are signed in">
        <p role="status">
          That recovery code is used up; {codesLeft === 1 ? '1 is' : `${codesLeft} are`} left. Set up your
          second factor anew in your account to get ten new ones.
        </p>
        <Button ref={(button) => button?.focus()} onClick={goOn}>
          Continue
        </Button>
      </Panel>
    );
  }
  return (
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
        Forgot your password? Whoever runs the server makes you a link: <code>npm run operator -- reset</code>{' '}
        with your e-mail address.
      </p>
    </Panel>
  );
}
