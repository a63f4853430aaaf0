import type { HealthCheck, SiteOverview } from '../../contracts/operators/site-calls.ts';
import { builderPath } from '../builder/builder-paths.ts';

/** A step of the initial setup of a site. */
export interface SetupStep {
  id: 'identity' | 'home' | 'wordpress' | 'crm' | 'mail' | 'address';
  title: string;
  /** The current state, and what to do if the step is not done. */
  detail: string;
  /** Whether the step is complete. A service must work, not only be configured. */
  done: boolean;
  optional?: true;
  action: { label: string; href: string };
}

/** Returns the setup steps in the recommended order, with their states, most of which are from the health checks. */
export function setupSteps(
  { checks, hasOwnHome }: Pick<SiteOverview, 'checks' | 'hasOwnHome'>,
  { hasWordPress }: { hasWordPress: boolean },
): SetupStep[] {
  const check = (id: string): HealthCheck | undefined => checks.find((each) => each.id === id);
  const fromCheck = (id: string) => {
    const { state, detail = '', fix } = check(id) ?? {};
    return {
      done: state === 'ok',
      detail: state === 'ok' ? detail : [detail, fix].filter(Boolean).join(' '),
    };
  };
  const address = fromCheck('address');
  const isSecure = address.detail.startsWith('https:');
  return [
    {
      id: 'identity',
      title: 'Your name, phone number, license and logo',
      ...fromCheck('identity'),
      action: { label: 'Write them', href: '/admin/settings/site' },
    },
    {
      id: 'home',
      title: 'Your home page',
      done: hasOwnHome,
      detail: hasOwnHome ? 'It is your own.' : 'It still has the built-in texts. Click a text to change it.',
      action: { label: 'Open the page', href: builderPath('/') },
    },
    {
      id: 'wordpress',
      title: 'WordPress',
      optional: true,
      done: hasWordPress && check('content')?.state !== 'fail',
      detail: hasWordPress
        ? (check('content')?.detail ?? '')
        : 'Pages are edited here. Connect WordPress for posts, and for people with roles.',
      action: { label: 'See WordPress', href: '/admin/settings/wordpress' },
    },
    {
      id: 'crm',
      title: 'The CRM that gets your leads',
      ...fromCheck('crm'),
      action: { label: 'Connect the CRM', href: '/admin/ghl' },
    },
    {
      id: 'mail',
      title: 'An e-mail for each lead',
      ...fromCheck('mail'),
      action: { label: 'See the checks', href: '/admin/settings' },
    },
    {
      id: 'address',
      title: 'The site’s address, with HTTPS',
      done: address.done && isSecure,
      detail:
        address.done && !isSecure
          ? `${address.detail} has no HTTPS. Set up a certificate, and write PUBLIC_URL with https://.`
          : address.detail,
      action: { label: 'See the checks', href: '/admin/settings' },
    },
  ];
}

/**
 * Whether to show the setup list: a required step is open and the list is not hidden, or a required step that was done
 * when the list was hidden is open again. `doneWhenHidden` is null if the list is not hidden.
 */
export function isSetupListShown(
  steps: readonly SetupStep[],
  doneWhenHidden: readonly string[] | null,
): boolean {
  const open = steps.filter(({ done, optional }) => !done && !optional);
  if (doneWhenHidden === null) return open.length > 0;
  return open.some(({ id }) => doneWhenHidden.includes(id));
}
