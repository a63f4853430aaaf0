import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import { plainHttpAddress, plainHttpFault } from '../rest/connection-failure.ts';
import { MAX_PLUGIN_CLOCK_SKEW_MS } from '../rest/signed-request.ts';
import type { ProbeResult, ResponseOrFailure } from './probe-wordpress.ts';
import {
  restErrorCode,
  isProxyAuthRequired,
  isLoginRefused,
  type ReceivedResponse,
} from './received-response.ts';
import { explainMissingWpJson } from './explain-missing-wp-json.ts';

/** Errors of `fetch` for certificates that browsers would refuse too. */
const CERTIFICATE = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.(local|test|internal|localhost))$/;
/** Clock differences in seconds above which the check warns or fails. Above `fails`, signed requests are refused. */
const CLOCK = { warns: 30, fails: MAX_PLUGIN_CLOCK_SKEW_MS / 1000 };

/** Typical responses of security plugins and firewalls that block the REST API. */
const CLOSERS: readonly { name: string; code?: RegExp; text?: RegExp; header?: [string, RegExp] }[] = [
  { name: 'Solid Security (formerly iThemes Security)', code: /^itsec_/ },
  { name: 'Disable REST API', text: /DRA: Only authenticated users/ },
  { name: 'Perfmatters', code: /^rest_authentication_error$/, text: /permission to make REST API requests/ },
  { name: 'Wordfence', text: /wordfence/i },
  { name: 'Sucuri', text: /sucuri/i },
  { name: 'Sucuri', header: ['x-sucuri-id', /./] },
  { name: 'Imunify360', text: /imunify360/i },
  { name: 'ModSecurity', text: /mod_?security/i },
  { name: 'Cloudflare', header: ['cf-mitigated', /./] },
  { name: 'Cloudflare', text: /attention required! \| cloudflare|cf-error-details/i },
];

/**
 * Returns the response with the REST root: the one at `?rest_route=` if it is JSON, otherwise the one at `/wp-json`.
 */
export function restRootResponse({
  root,
  plainRoot,
}: Pick<ProbeResult, 'root' | 'plainRoot'>): ResponseOrFailure {
  return plainRoot && !('failed' in plainRoot) && plainRoot.json !== undefined ? plainRoot : root;
}

/** Why a check could not be made, and how to make it possible. */
export interface CheckObstacle {
  detail: string;
  fix: string;
}

/** A WordPress plugin that may block anonymous access to the REST API. */
export interface RestBlockingPlugin {
  name: string;
  /** Whether the plugin is known to block access. If false, it only has a filter on who may read the API. */
  known: boolean;
}

const SEE_REST = 'Fix “REST API” first.';
const NO_REST = 'The REST API does not answer.';
const ASKED_IN_FRONT: CheckObstacle = {
  detail: 'The server in front of WordPress asks for a password.',
  fix: 'Fix “Password in front of WordPress” first.',
};

/**
 * Checks the address, its certificate, a proxy's HTTP authentication, permalinks, REST API access and the clock.
 * `closers` are the plugins that may have blocked the REST API, as far as the companion plugin can report them.
 */
export function checkConnection(
  probe: ProbeResult,
  closers: readonly RestBlockingPlugin[] = [],
): DoctorCheck[] {
  const { root, home } = probe;
  const checks = [address(probe), certificate(home, root)];
  if ('failed' in root) {
    const others = [
      ['front-password', 'Password in front of WordPress'],
      ['permalinks', 'Permalinks'],
      ['rest', 'REST API'],
      ['clock', 'Clocks'],
    ] as const;
    return [
      ...checks,
      ...others.map(([id, label]) => notCheckedResult(id, label, unanswered(home, root.failed))),
    ];
  }
  return [
    ...checks,
    frontPassword(probe, root),
    permalinks(probe, root),
    restApi(probe, closers),
    clock(root),
  ];
}

export function notCheckedResult(id: string, label: string, { detail, fix }: CheckObstacle): DoctorCheck {
  return { id, label, state: 'not checked', detail, fix };
}

/** Returns why the REST API cannot be read; null if it can be read, at least with the account. */
export function restApiObstacle(probe: ProbeResult): CheckObstacle | null {
  const { root, home } = probe;
  if ('failed' in root) return unanswered(home, root.failed);
  const { state, detail, fix = SEE_REST } = restApi(probe, []);
  if (state === 'not checked') return { detail, fix };
  return state === 'failed' ? { detail: 'The REST API is closed or does not answer.', fix: SEE_REST } : null;
}

/**
 * Returns the obstacle for a server that does not respond, or whose certificate is not trusted. `failed` is the error
 * code or message of the request.
 */
function unanswered(home: string, failed: string): CheckObstacle {
  const check = isCertificateFault(home, failed) ? 'Encryption (TLS)' : 'Address';
  return { detail: 'WordPress does not answer.', fix: `Fix “${check}” first.` };
}

/** Returns whether a request failed because of the certificate, and not because the server does not encrypt at all. */
function isCertificateFault(home: string, failed: string): boolean {
  return CERTIFICATE.test(failed) && plainHttpAddress(home, failed) === null;
}

function address({ root, home }: ProbeResult): DoctorCheck {
  const base = { id: 'address', label: 'Address' };
  if ('failed' in root) {
    const { failed } = root;
    // The certificate is checked separately.
    if (isCertificateFault(home, failed)) return { ...base, state: 'ok', detail: `${home} answers.` };
    const http = plainHttpAddress(home, failed);
    if (http !== null) {
      return {
        ...base,
        state: 'failed',
        detail: `${home} answers, but not encrypted (${failed}).`,
        fix: plainHttpFault(http),
      };
    }
    return {
      ...base,
      state: 'failed',
      detail: `${home} does not answer (${failed}).`,
      fix:
        failed === 'ENOTFOUND' || failed === 'EAI_AGAIN'
          ? 'No server has this name. Correct the address of WordPress, or the DNS of this machine.'
          : 'Check that WordPress runs, that this is its address, and that no firewall is between.',
    };
  }
  if (root.origin !== new URL(home).origin) {
    return {
      ...base,
      state: 'failed',
      detail: `${home} redirects to ${root.origin}, and the credentials are lost on the way.`,
      fix: `Set the address of WordPress to ${root.origin}.`,
    };
  }
  if (root.status >= 500) {
    return {
      ...base,
      state: 'failed',
      detail: `${home} answers ${root.status}.`,
      fix:
        root.status === 503
          ? 'It is in maintenance or overloaded. If it lasts, delete the file .maintenance of WordPress.'
          : 'Look into the error log of WordPress, wp-content/debug.log.',
    };
  }
  return { ...base, state: 'ok', detail: `${home} answers.` };
}

function certificate(home: string, root: ResponseOrFailure): DoctorCheck {
  const base = { id: 'tls', label: 'Encryption (TLS)' };
  const { protocol, hostname } = new URL(home);
  if ('failed' in root && isCertificateFault(home, root.failed)) {
    const fix = /EXPIRED/.test(root.failed)
      ? 'The certificate has expired. Renew it on the server of WordPress.'
      : /ALTNAME/.test(root.failed)
        ? 'The certificate belongs to another name. Correct the address of WordPress, or get a certificate for this name.'
        : 'Install a complete certificate chain on the server of WordPress, for example from Let’s Encrypt.';
    return { ...base, state: 'failed', detail: `The certificate is not trusted (${root.failed}).`, fix };
  }
  if (protocol === 'https:') {
    return 'failed' in root
      ? notCheckedResult(base.id, base.label, unanswered(home, root.failed))
      : { ...base, state: 'ok', detail: 'The connection is encrypted and its certificate is trusted.' };
  }
  if (LOCAL.test(hostname)) return { ...base, state: 'ok', detail: 'Not needed on this machine.' };
  return {
    ...base,
    state: 'warning',
    detail: 'The application password travels unencrypted.',
    fix: 'Set up HTTPS for WordPress, and write its address with https://.',
  };
}

function frontPassword({ proxied }: ProbeResult, root: ReceivedResponse): DoctorCheck {
  const base = { id: 'front-password', label: 'Password in front of WordPress' };
  if (!isProxyAuthRequired(root)) {
    return { ...base, state: 'ok', detail: proxied ? 'Ours is accepted.' : 'None is asked for.' };
  }
  const by = root.headers['www-authenticate']?.slice(0, 80);
  if (proxied) {
    return {
      ...base,
      state: 'failed',
      detail: `A server in front of WordPress refuses our password for it (${by}).`,
      fix: 'Correct WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD.',
    };
  }
  return {
    ...base,
    state: 'failed',
    detail: `A server in front of WordPress asks for a password of its own (${by}).`,
    fix:
      'Let that server pass /wp-json without one. Or set WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD to it, which ' +
      'needs a connection by environment variables: “Connect by hand” in WordPress.',
  };
}

function permalinks({ home, plainRoot }: ProbeResult, answered: ReceivedResponse): DoctorCheck {
  const base = { id: 'permalinks', label: 'Permalinks' };
  if (plainRoot && !('failed' in plainRoot) && plainRoot.json !== undefined) {
    return { ...base, state: 'warning', ...explainMissingWpJson(home, plainRoot.headers['link']) };
  }
  if (answered.json === undefined) {
    const obstacle = isProxyAuthRequired(answered) ? ASKED_IN_FRONT : { detail: NO_REST, fix: SEE_REST };
    return notCheckedResult(base.id, base.label, obstacle);
  }
  return { ...base, state: 'ok', detail: 'Permalinks are on.' };
}

function restApi(probe: ProbeResult, closers: readonly RestBlockingPlugin[]): DoctorCheck {
  const base = { id: 'rest', label: 'REST API' };
  const reply = restRootResponse(probe);
  if ('failed' in reply) return notCheckedResult(base.id, base.label, unanswered(probe.home, reply.failed));
  const { status, json } = reply;
  if (status === 200 && isJsonObject(json) && typeof json.name === 'string') {
    return { ...base, state: 'ok', detail: 'Everybody may read it.' };
  }
  if (isProxyAuthRequired(reply)) return notCheckedResult(base.id, base.label, ASKED_IN_FRONT);
  if (probe.proxied && isLoginRefused(reply)) {
    return {
      ...base,
      state: 'failed',
      detail: `WordPress takes the password of the server in front for one of its own (${status} ${restErrorCode(reply)}): the companion plugin is not active.`,
      fix: 'Activate Lintel under Plugins in WordPress, or let that server pass /wp-json without a password.',
    };
  }
  const recognised = closerOf(reply);
  const code = restErrorCode(reply);
  const said = code === null ? `${status}` : `${status} ${code}`;
  if (recognised !== null || status === 401 || status === 403) {
    const signedIn = probe.account && !('failed' in probe.account) && probe.account.status === 200;
    const closer = recognised ?? namedCloser(closers);
    return {
      ...base,
      // With an account, this server can still read WordPress.
      state: signedIn ? 'warning' : 'failed',
      detail: `${closer ?? 'A security plugin'} closes it to readers without an account (${said}).`,
      fix: `Open it in the settings of ${closer ?? 'the security plugin'}, or allow the address of this server there.`,
    };
  }
  if (json === undefined) {
    return {
      ...base,
      state: 'failed',
      detail: `The address answers a web page, not WordPress’s REST API (${status}).`,
      fix: 'Check that this is the address of the WordPress site, not of the site that visitors see.',
    };
  }
  return {
    ...base,
    state: 'failed',
    detail: `It answers ${said} in the place of the site’s data.`,
    fix: 'Deactivate plugins that change the REST API one after the other, until this check is ok.',
  };
}

/** Returns the names of the plugins that most likely closed the REST API; null if there are none. */
function namedCloser(closers: readonly RestBlockingPlugin[]): string | null {
  const known = closers.filter((closer) => closer.known);
  const names = (known.length > 0 ? known : closers).map(({ name }) => name);
  return names.length === 0 ? null : names.join(' or ');
}

function clock(root: ReceivedResponse): DoctorCheck {
  const base = { id: 'clock', label: 'Clocks' };
  if (root.ahead === null) {
    return notCheckedResult(base.id, base.label, {
      detail: 'WordPress sends no Date header.',
      fix: 'Let the server of WordPress, or the proxy in front of it, send the header Date.',
    });
  }
  const seconds = Math.round(Math.abs(root.ahead) / 1000);
  if (seconds <= CLOCK.warns) return { ...base, state: 'ok', detail: 'WordPress and this server agree.' };
  return {
    ...base,
    state: seconds > CLOCK.fails ? 'failed' : 'warning',
    detail: `The clock of WordPress is ${seconds} seconds ${root.ahead > 0 ? 'ahead of' : 'behind'} this server.`,
    fix: 'Set both clocks by NTP. Change notices and previews are refused when they are more than 5 minutes apart.',
  };
}

function closerOf(reply: ReceivedResponse): string | null {
  const { json, text, headers } = reply;
  if (reply.status === 200) return null;
  const message = isJsonObject(json) && typeof json.message === 'string' ? json.message : text;
  const code = restErrorCode(reply) ?? '';
  const found = CLOSERS.find(
    (each) =>
      (each.code?.test(code) ?? false) ||
      (each.text?.test(message) ?? false) ||
      (each.header !== undefined && each.header[1].test(headers[each.header[0]] ?? '')),
  );
  return found?.name ?? null;
}
