import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { accountCalls, type LinkInfo } from '../../contracts/operators/account-calls.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { apiQuery } from '../call-api.ts';
import { OneForm } from '../sign-in/account-form.tsx';
import { LinkForm } from '../sign-in/link-form.tsx';

const titles: Readonly<Record<LinkInfo['purpose'], string>> = {
  first: 'Make the first operator’s account',
  invite: 'Welcome. Choose your password',
  reset: 'Choose a new password',
};

/** The page for a one-time link. The token is in the fragment, so it never appears in server logs. */
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
      <OneForm>
        <Panel title="The link is incomplete">
          <p>Open the whole address that the terminal shows, with everything after the #.</p>
        </Panel>
      </OneForm>
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
  return (
    <OneForm>
      <Panel title={titles[link.data.purpose]}>
        <LinkForm key={token} token={token} link={link.data} onDone={() => location.replace('/admin')} />
      </Panel>
    </OneForm>
  );
}
