import { NavLink } from 'react-router-dom';
import styled from 'styled-components';
import { Icon } from '../ui/theme/icon.tsx';
import { VisuallyHidden } from '../ui/theme/visually-hidden.ts';
import { useSignOut } from './account/use-sign-out.ts';
import { SmallButton } from './parts/controls/small-button.tsx';
import { useSession } from './use-session.ts';

const Corner = styled.div`
  display: flex;
  align-items: center;
  gap: 0.25rem 0.5rem;
  min-width: 0;
  margin-inline-start: auto;
  a {
    display: inline-flex;
    align-items: center;
    gap: 0.45rem;
    min-width: 0;
    min-height: 2.75rem;
    padding-inline: 0.5rem;
    color: ${({ theme }) => theme.color.ink};
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
    text-decoration: none;
  }
  a:hover,
  a[aria-current] {
    text-decoration: underline;
  }
  a > span {
    overflow: hidden;
    max-width: 9rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  button {
    padding-inline: 0.75rem;
    white-space: nowrap;
  }
  @media (max-width: 29.99rem) {
    a {
      justify-content: center;
      min-width: 2.75rem;
    }
    /* On a phone, only the icon is visible. The name is still available to screen readers. */
    a > span {
      position: absolute;
      width: 1px;
      height: 1px;
      clip-path: inset(50%);
    }
    button {
      padding-inline: 0.6rem;
      border-color: ${({ theme }) => theme.color.line};
    }
  }
`;

/** Shows the signed-in operator, with a link to the account and a button to sign out. */
export function AccountControls() {
  const { session } = useSession();
  const signOut = useSignOut();
  return (
    <Corner>
      <NavLink to="/admin/account" title={session?.operator.email}>
        <Icon name="people" size={20} />
        <VisuallyHidden>Your account: </VisuallyHidden>
        <span>{session?.operator.name ?? 'Account'}</span>
      </NavLink>
      <SmallButton $look="outline" disabled={signOut.isPending} onClick={() => signOut.mutate(false)}>
        Sign out
      </SmallButton>
    </Corner>
  );
}
