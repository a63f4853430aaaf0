import { useId, useSyncExternalStore, type Ref } from 'react';
import styled from 'styled-components';
import { useSiteSettings } from '../content/site-settings-context.ts';
import type { FormNoticeContent as Notice } from '../contracts/leads/form-state.ts';
import { Icon } from '../ui/theme/icon.tsx';
import { StatusIcon, type StatusIconKind } from '../ui/feedback/status-icon.tsx';
import { SiteLink } from '../ui/text/site-link.tsx';
import type { LeadForm } from './use-lead-form.ts';

const Box = styled.div<{ $kind: StatusIconKind }>`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.15rem 0.75rem;
  padding: 0.875rem 1rem;
  border: 2px solid ${({ theme, $kind }) => ($kind === 'error' ? theme.color.accentStrong : theme.color.ink)};
  border-inline-start-width: 6px;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  line-height: 1.45;
  /* When it is scrolled to, the button below it is visible, too. */
  scroll-margin-block-end: 5.5rem;
  > svg {
    margin-block-start: 0.1rem;
    color: ${({ theme, $kind }) => ($kind === 'error' ? theme.color.accentStrong : theme.color.ink)};
  }
  > :not(svg, strong) {
    grid-column: 2;
  }
  strong {
    font-weight: 650;
  }
  a {
    display: inline-flex;
    align-items: center;
    gap: 0.65rem;
    min-height: 2.75rem;
    font-weight: 620;
  }
`;

interface NoticeProps {
  notice: Notice;
  /** Set when a toast announces the notice. Ignored if the notice has a cause, because no toast shows it then. */
  quiet?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** The notice on the page. Unlike the toast, it stays visible and works without JavaScript. */
export function FormNoticeBox({ notice, quiet, ref }: NoticeProps) {
  const id = useId();
  const { kind, title, text } = useConnection(notice);
  return (
    <Box
      ref={ref}
      role={quiet && !notice.cause ? 'group' : notice.kind === 'error' || notice.cause ? 'alert' : 'status'}
      aria-labelledby={id}
      tabIndex={-1}
      $kind={kind}
    >
      <StatusIcon kind={kind} />
      <strong id={id}>{title}</strong>
      <p>{text}</p>
      {notice.cause && <Call />}
    </Box>
  );
}

/** The phone number, for visitors whose request did not arrive. */
function Call() {
  const { agent } = useSiteSettings();
  return (
    <div>
      <SiteLink link={{ href: `tel:${agent.phoneDial}`, text: '', newTab: false }}>
        <Icon name="phone" size={22} />
        Call {agent.phone}
      </SiteLink>
    </div>
  );
}

/** Whether to show the notice above the button, because the visitor has just pressed it and is looking there. */
export function isNoticeAtButton({ focus }: Pick<LeadForm, 'focus'>): boolean {
  return focus?.on === 'button';
}

/** Returns the text of a notice. A notice about a lost connection changes when the connection is back. */
function useConnection(notice: Notice): Pick<Notice, 'kind' | 'title' | 'text'> {
  const online = useSyncExternalStore(watchConnection, isOnline, () => true);
  if (notice.cause !== 'offline' || !online) return notice;
  return {
    kind: 'info',
    title: 'You are online again',
    text: notice.kept
      ? 'What you typed is being sent now. If this note stays, please send it again.'
      : 'What you typed is still here. Please send it now.',
  };
}

const isOnline = () => navigator.onLine;

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
