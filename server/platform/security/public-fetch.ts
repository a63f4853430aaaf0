import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import ipaddr from 'ipaddr.js';
import type { RequestInit, Response } from 'undici';

/** Like `fetch`, with the types of undici, the package that sends the requests. */
export type PublicFetch = (url: URL, init?: RequestInit) => Promise<Response>;

type Resolve = (hostname: string) => Promise<LookupAddress[]>;
const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true });

/** Returns whether an IP address is public: neither loopback nor link-local, private or otherwise reserved. */
export function isPublicIp(address: string): boolean {
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * Creates a `fetch` for URLs from content. It connects to public IP addresses, and to those of the `trusted` hosts. It
 * rejects others with an `Error`, so that no editor can make this server request its own network. It connects to the
 * address that was checked, so a second DNS look-up cannot change it.
 */
export function createPublicFetch(trusted: readonly string[], resolve: Resolve = resolveAll): PublicFetch {
  const trustedHosts = trusted.map(withoutBrackets);

  async function addressesOf(hostname: string) {
    const all = await resolve(hostname);
    if (trustedHosts.includes(hostname)) return all;
    const open = all.filter(({ address }) => isPublicIp(address));
    if (open.length > 0) return open;
    const own = await Promise.all(trustedHosts.map((host) => resolve(host).catch(() => [])));
    const shared = all.filter(({ address }) => own.flat().some((each) => each.address === address));
    if (shared.length > 0) return shared;
    throw privateAddress(hostname, all[0]?.address ?? 'none');
  }

  const findAddresses = callbackify(addressesOf);
  const checkedLookup: LookupFunction = (hostname, { all }, done) => {
    findAddresses(hostname, (error, found) => {
      const [first] = found ?? [];
      if (error) done(error, '');
      else if (all || !first) done(null, found);
      else done(null, first.address, first.family);
    });
  };

  // Undici is loaded with the first request, because a server that fetches no files never needs it.
  const load = async () => {
    const { Agent, fetch } = await import('undici');
    return { send: fetch, dispatcher: new Agent({ connect: { lookup: checkedLookup } }) };
  };
  let loaded: Awaited<ReturnType<typeof load>> | undefined;

  return async (url, init) => {
    const hostname = withoutBrackets(url.hostname);
    // Node does not look up IP addresses, so `checkedLookup` does not check them.
    if (isIP(hostname) !== 0) await addressesOf(hostname);
    loaded ??= await load();
    return loaded.send(url, { ...init, dispatcher: loaded.dispatcher });
  };
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Returns the error for a host whose IP address is allowed for configured hosts only. */
function privateAddress(hostname: string, address: string): Error {
  return new Error(
    `${hostname} has the address ${address}, which is not public. Only the configured WordPress may have such an ` +
      'address: upload the file to its media library.',
  );
}
