import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Gauge, type Registry } from 'prom-client';
import { readLastBackupTime } from '../../database/backup/last-backup.ts';
import type { PictureService } from '../../media/pictures.ts';
import type { Config } from '../../platform/config/config.ts';

/** Milliseconds for which a certificate's expiry date is cached. */
const FRESH_MS = 6 * 3_600_000;
/** Milliseconds until a certificate is read again that could not be read. */
const RETRY_MS = 60_000;
/** Milliseconds to wait for a server's certificate. */
const TIMEOUT_MS = 5_000;

interface Options {
  register: Registry;
  config: Pick<Config, 'dataDir' | 'wordpress' | 'crm'>;
  pictures: Pick<PictureService, 'cacheFault'>;
}

/**
 * Registers metrics of the disk, the picture cache, the backups, and the TLS certificates of WordPress and the CRM.
 */
export function registerHostMetrics({ register, config, pictures }: Options): void {
  const free = new Gauge({
    name: 'lintel_data_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers: [register],
    async collect() {
      const found = await statfs(config.dataDir).catch(() => null);
      if (found) free.set(found.bavail * found.bsize);
    },
  });
  const unwritable = new Gauge({
    name: 'lintel_picture_cache_failing',
    help: 'Whether scaled pictures cannot be written to DATA_DIR.',
    registers: [register],
    collect() {
      unwritable.set(pictures.cacheFault() ? 1 : 0);
    },
  });
  const backup = new Gauge({
    name: 'lintel_backup_last_timestamp_seconds',
    help: 'When the last backup was written with this data folder. Absent if there was none.',
    registers: [register],
    async collect() {
      const at = await readLastBackupTime(config.dataDir);
      if (at === null) backup.remove();
      else backup.set(at / 1000);
    },
  });
  registerCertificates(register, [
    ['wordpress', config.wordpress?.url ?? null],
    ['crm', config.crm.token || config.crm.oauth ? config.crm.apiBase : null],
  ]);
}

function registerCertificates(
  register: Registry,
  services: readonly (readonly [service: string, url: string | null])[],
): void {
  const hosts = services.flatMap(([service, url]) => {
    const { protocol, hostname, port } = url === null ? {} : new URL(url);
    return protocol === 'https:' && hostname ? [{ service, hostname, port: Number(port || 443) }] : [];
  });
  const ends = new Map<string, { at: number | null; freshUntil: number }>();
  const gauge = new Gauge({
    name: 'lintel_certificate_expiry_timestamp_seconds',
    help: 'When the TLS certificate of WordPress or the CRM ends, as last read. Absent until it has been read.',
    labelNames: ['service'],
    registers: [register],
    collect() {
      for (const { service, hostname, port } of hosts) {
        const known = ends.get(service);
        if (known?.at) gauge.set({ service }, known.at / 1000);
        if (known && performance.now() < known.freshUntil) continue;
        // A scrape does not wait for the certificate: a later scrape reports it.
        ends.set(service, { at: known?.at ?? null, freshUntil: performance.now() + RETRY_MS });
        certificateEnd(hostname, port).then(
          (at) => ends.set(service, { at, freshUntil: performance.now() + FRESH_MS }),
          () => {},
        );
      }
    },
  });
}

/**
 * Returns when a server's certificate expires, in epoch milliseconds, even if it has expired. Rejects if the server
 * does not respond.
 */
function certificateEnd(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // Invalid certificates are accepted, because only the certificate is read and nothing is sent.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, rejectUnauthorized: false, timeout: TIMEOUT_MS });
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.destroy();
      resolve(Date.parse(end));
    });
    socket.once('timeout', () => socket.destroy(new Error(`${host} did not answer.`)));
    socket.once('error', reject);
  });
}
