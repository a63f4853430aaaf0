import { ChangePassword } from '../account/change-password.tsx';
import { SecondFactor } from '../account/second-factor.tsx';
import { Sessions } from '../account/sessions.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { PageIntro } from '../parts/text/page-intro.tsx';
import { PanelGrid } from '../parts/text/panel.tsx';
import { WordPressAccount } from '../account/wordpress-account.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import { useSession } from '../use-session.ts';

/** The operator's own account: the password, the second factor and the sessions. */
export default function AccountScreen() {
  const { session, error, retry } = useSession();
  const { hasWordPress } = useOperatorData();
  if (!session)
    return error ? (
      <ErrorState title="Failed to load your account" error={error} onRetry={retry} />
    ) : (
      <LoadingState label="Loading your account…" />
    );
  const { operator } = session;
  return (
    <>
      <PageIntro>
        You are signed in as <strong>{operator.name}</strong>{' '}
        {operator.role === 'editor' ? 'with your WordPress account' : `(${operator.email})`}.
      </PageIntro>
      <PanelGrid>
        {operator.role === 'operator' && (
          <>
            <ChangePassword email={operator.email} />
            <SecondFactor on={operator.twoFactor} codesLeft={operator.recoveryCodesLeft} />
          </>
        )}
        {hasWordPress && <WordPressAccount role={operator.role} />}
        <Sessions />
      </PanelGrid>
    </>
  );
}
