import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import {
  notCheckedResult,
  restApiObstacle,
  restRootResponse,
  type CheckObstacle,
} from './check-connection.ts';
import { isPluginReportMissing, readPluginReport } from './plugin-report.ts';
import type { ProbeResult } from './probe-wordpress.ts';
import { restErrorCode, isProxyAuthRequired, type ReceivedResponse } from './received-response.ts';

const ACCOUNT = { id: 'account', label: 'Account' };
const CAPABILITIES = { id: 'capabilities', label: 'Capabilities of the account' };
const SEE_ACCOUNT = 'Fix “Account” first.';
/** The capabilities needed to distinguish drafts from missing pages, and to read what only editors can see. */
const NEEDED = ['edit_others_pages', 'edit_others_posts', 'read_private_pages'] as const;

/** Checks the account and its capabilities. `configured` is whether any credentials are set. */
export function checkAccount(probe: ProbeResult, configured: boolean): DoctorCheck[] {
  if (!configured) {
    return [
      {
        ...ACCOUNT,
        state: 'warning',
        detail: 'WordPress is read anonymously, so drafts cannot be told from missing pages.',
        fix:
          'Make an application password for a user with the role Editor (Users › Profile in WordPress), and set ' +
          'WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD.',
      },
      notCheckedResult(CAPABILITIES.id, CAPABILITIES.label, {
        detail: 'There is no account.',
        fix: SEE_ACCOUNT,
      }),
    ];
  }
  const { account } = probe;
  const none = notCheckedResult(CAPABILITIES.id, CAPABILITIES.label, {
    detail: 'The account is not signed in.',
    fix: SEE_ACCOUNT,
  });
  const inFront = probe.proxied ? (restApiObstacle(probe) ?? obstacleOfHeader(probe)) : null;
  const isDown = account && !('failed' in account) && account.status >= 500;
  if (!account || 'failed' in account || isDown || isProxyAuthRequired(account) || inFront) {
    const obstacle = inFront ??
      restApiObstacle(probe) ?? {
        detail: `WordPress did not answer the request for the account${isDown ? ` (${account.status})` : ''}.`,
        fix: 'Run the checks again. If that changes nothing, look at the load of WordPress.',
      };
    return [notCheckedResult(ACCOUNT.id, ACCOUNT.label, obstacle), none];
  }
  if (account.status !== 200 || !isJsonObject(account.json)) return [refused(account, probe), none];
  const { name } = account.json;
  const signedIn: DoctorCheck = {
    ...ACCOUNT,
    state: 'ok',
    detail: `Signed in${typeof name === 'string' ? ` as ${name}` : ''}.`,
  };
  return [signedIn, capabilities(account)];
}

/**
 * Returns the obstacle if the companion plugin is not active; otherwise null. If a server in front of WordPress asks
 * for a password, the `Authorization` header carries that password, and only the plugin can read the account.
 */
function obstacleOfHeader(probe: ProbeResult): CheckObstacle | null {
  const found = readPluginReport(probe);
  if (!isPluginReportMissing(found) || found.kind !== 'off') return null;
  return {
    detail:
      'Behind the password in front of WordPress, the companion plugin reads the account, and it is not active.',
    fix: 'Fix “Companion plugin” first.',
  };
}

function refused(account: ReceivedResponse, probe: ProbeResult): DoctorCheck {
  const code = restErrorCode(account);
  const detail = (words: string) => `${words} (${account.status}${code === null ? '' : ` ${code}`}).`;
  const renew =
    'Make a new application password under Users › Profile, and set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD.';
  if (code === 'incorrect_password' || code === 'invalid_username' || code === 'invalid_email') {
    const what = code === 'incorrect_password' ? 'application password is wrong' : 'user is not known';
    return { ...ACCOUNT, state: 'failed', detail: detail(`The ${what}`), fix: renew };
  }
  if (code === 'application_passwords_disabled' || code === 'application_passwords_disabled_for_user') {
    return {
      ...ACCOUNT,
      state: 'failed',
      detail: detail('Application passwords are switched off'),
      fix: 'Allow them in the settings of the security plugin that switches them off.',
    };
  }
  if (code === 'rest_not_logged_in') {
    if (!offersPasswords(probe)) {
      return {
        ...ACCOUNT,
        state: 'failed',
        detail: detail('WordPress offers no application passwords'),
        fix: 'Serve WordPress by HTTPS, or allow application passwords in the security plugin that removes them.',
      };
    }
    const arrives = headerArrives(probe);
    const passOn =
      'Let the web server pass the Authorization header on. Apache with CGI or FastCGI: add ' +
      '“SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1” to .htaccess. Otherwise ask the host.';
    if (arrives === false) {
      return {
        ...ACCOUNT,
        state: 'failed',
        detail: detail('The Authorization header does not reach WordPress'),
        fix: passOn,
      };
    }
    return {
      ...ACCOUNT,
      state: 'failed',
      detail: detail('WordPress does not accept the user name and the application password'),
      fix: arrives ? renew : `${renew} If that changes nothing: ${passOn}`,
    };
  }
  return { ...ACCOUNT, state: 'failed', detail: detail('WordPress refuses the account'), fix: renew };
}

/** Returns whether the Authorization header reaches WordPress, as the companion plugin reports; null if unknown. */
function headerArrives({ plugin }: ProbeResult): boolean | null {
  if (!plugin || 'failed' in plugin || !isJsonObject(plugin.json)) return null;
  const { authorization, data } = plugin.json;
  const seen = isJsonObject(data) ? data.authorization : authorization;
  return typeof seen === 'boolean' ? seen : null;
}

/** Returns whether the REST root lists application passwords as a way to sign in; true if it cannot be read. */
function offersPasswords(probe: ProbeResult): boolean {
  const root = restRootResponse(probe);
  if ('failed' in root || !isJsonObject(root.json) || !('authentication' in root.json)) return true;
  return isJsonObject(root.json.authentication) && 'application-passwords' in root.json.authentication;
}

function capabilities({ json }: ReceivedResponse): DoctorCheck {
  const has = isJsonObject(json) && isJsonObject(json.capabilities) ? json.capabilities : {};
  const missing = NEEDED.filter((name) => has[name] !== true);
  if (missing.length === 0) {
    return { ...CAPABILITIES, state: 'ok', detail: 'It may read all pages, drafts included.' };
  }
  return {
    ...CAPABILITIES,
    state: 'warning',
    detail: `It lacks ${missing.join(', ')}, so pages that are not public cannot be told from missing ones.`,
    fix: 'Give the user the role Editor.',
  };
}
