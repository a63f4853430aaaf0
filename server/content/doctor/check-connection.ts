import { MAX_CLOCK_DIFFERENCE_MS } from '../rest/signed-request.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { isObject } from '../../../src/builder/raw-value.ts';
import type { Probe, Reply } from './probe-wordpress.ts';

/** An HTTP response, as opposed to no response at all. */
export type ReceivedReply = Exclude<Reply, { failed: string }>;

/** Errors of `fetch` for certificates that browsers would refuse too. */
const CERTIFICATE = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/;
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.(local|test|internal|localhost))$/;
/** Clock differences in seconds above which the check warns or fails. Above `fails`, signed requests are refused. */
const CLOCK = { warns: 30, fails: MAX_CLOCK_DIFFERENCE_MS / 1000 };

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

/** Returns the reply with the REST root: the one to `?rest_route=` if it is JSON, otherwise the one to `/wp-json`. */
export function restReply({ root, plainRoot }: Pick<Probe, 'root' | 'plainRoot'>): Reply {
  return plainRoot && !('failed' in plainRoot) && plainRoot.json !== undefined ? plainRoot : root;
}

/** Checks the address, its certificate, a proxy's HTTP authentication, permalinks, REST API access and the clock. */
export function checkConnection(probe: Probe): DoctorCheck[] {
  const { root, home } = probe;
  const checks = [address(probe), certificate(home, root)];
  if ('failed' in root) {
    const why = 'WordPress does not answer.';
    return [
      ...checks,
      notChecked('front-password', 'Password in front of WordPress', why),
      notChecked('permalinks', 'Permalinks', why),
      notChecked('rest', 'REST API', why),
      notChecked('clock', 'Clocks', why),
    ];
  }
  return [...checks, frontPassword(root), permalinks(probe, root), restApi(probe), clock(root)];
}

/** Returns the result of a check that could not be made; `detail` states the reason. */
export function notChecked(id: string, label: string, detail: string): DoctorCheck {
  return { id, label, state: 'not checked', detail };
}

function address({ root, home }: Probe): DoctorCheck {
  const base = { id: 'address', label: 'Address' };
  if ('failed' in root) {
    const { failed } = root;
    // The certificate is checked separately.
    if (CERTIFICATE.test(failed)) return { ...base, state: 'ok', detail: `${home} answers.` };
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

function certificate(home: string, root: Reply): DoctorCheck {
  const base = { id: 'tls', label: 'Encryption (TLS)' };
  const { protocol, hostname } = new URL(home);
  if ('failed' in root && CERTIFICATE.test(root.failed)) {
    const fix = /EXPIRED/.test(root.failed)
      ? 'The certificate has expired. Renew it on the server of WordPress.'
      : /ALTNAME/.test(root.failed)
        ? 'The certificate belongs to another name. Correct the address of WordPress, or get a certificate for this name.'
        : 'Install a complete certificate chain on the server of WordPress, for example from Let’s Encrypt.';
    return { ...base, state: 'failed', detail: `The certificate is not trusted (${root.failed}).`, fix };
  }
  if (protocol === 'https:') {
    return 'failed' in root
      ? notChecked(base.id, base.label, 'WordPress does not answer.')
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

function frontPassword(root: ReceivedReply): DoctorCheck {
  const base = { id: 'front-password', label: 'Password in front of WordPress' };
  const asked = root.headers['www-authenticate'];
  // WordPress itself never sends this header.
  if (root.status !== 401 || asked === undefined || codeOf(root) !== null) {
    return { ...base, state: 'ok', detail: 'None is asked for, or ours is accepted.' };
  }
  return {
    ...base,
    state: 'failed',
    detail: `A server in front of WordPress asks for a password of its own (${asked.slice(0, 80)}).`,
    fix: 'Set WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD to it, or let that server pass /wp-json without one.',
  };
}

function permalinks({ plainRoot, root }: Probe, answered: ReceivedReply): DoctorCheck {
  const base = { id: 'permalinks', label: 'Permalinks' };
  if (plainRoot && restReply({ root, plainRoot }) === plainRoot) {
    return {
      ...base,
      state: 'warning',
      detail: 'WordPress has plain permalinks: each request for content is tried twice.',
      fix: 'Choose “Post name” under Settings › Permalinks in WordPress.',
    };
  }
  if (answered.json === undefined) return notChecked(base.id, base.label, 'The REST API does not answer.');
  return { ...base, state: 'ok', detail: 'Permalinks are on.' };
}

function restApi(probe: Probe): DoctorCheck {
  const base = { id: 'rest', label: 'REST API' };
  const reply = restReply(probe);
  if ('failed' in reply) return notChecked(base.id, base.label, 'WordPress does not answer.');
  const { status, json } = reply;
  if (status === 200 && isObject(json) && typeof json.name === 'string') {
    return { ...base, state: 'ok', detail: 'Everybody may read it.' };
  }
  if (status === 401 && reply.headers['www-authenticate'] !== undefined && codeOf(reply) === null) {
    return notChecked(base.id, base.label, 'The server in front of WordPress asks for a password.');
  }
  const closer = closerOf(reply);
  const code = codeOf(reply);
  const said = code === null ? `${status}` : `${status} ${code}`;
  if (closer !== null || status === 401 || status === 403) {
    const signedIn = probe.account && !('failed' in probe.account) && probe.account.status === 200;
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

function clock(root: ReceivedReply): DoctorCheck {
  const base = { id: 'clock', label: 'Clocks' };
  if (root.ahead === null) return notChecked(base.id, base.label, 'WordPress sends no Date header.');
  const seconds = Math.round(Math.abs(root.ahead) / 1000);
  if (seconds <= CLOCK.warns) return { ...base, state: 'ok', detail: 'WordPress and this server agree.' };
  return {
    ...base,
    state: seconds > CLOCK.fails ? 'failed' : 'warning',
    detail: `The clock of WordPress is ${seconds} seconds ${root.ahead > 0 ? 'ahead of' : 'behind'} this server.`,
    fix: 'Set both clocks by NTP. Change notices and previews are refused when they are more than 5 minutes apart.',
  };
}

/** Returns the error code of a REST reply; null if it has none. */
export function codeOf({ json }: ReceivedReply): string | null {
  return isObject(json) && typeof json.code === 'string' ? json.code : null;
}

function closerOf(reply: ReceivedReply): string | null {
  const { json, text, headers } = reply;
  if (reply.status === 200) return null;
  const message = isObject(json) && typeof json.message === 'string' ? json.message : text;
  const code = codeOf(reply) ?? '';
  const found = CLOSERS.find(
    (each) =>
      (each.code?.test(code) ?? false) ||
      (each.text?.test(message) ?? false) ||
      (each.header !== undefined && each.header[1].test(headers[each.header[0]] ?? '')),
  );
  return found?.name ?? null;
}
