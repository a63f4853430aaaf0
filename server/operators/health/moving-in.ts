import path from 'node:path';
import { loadBuiltInContent } from '../../content/built-in/load-built-in-content.ts';
import { readSettingsWithConnection } from '../../content/connection/connected-settings.ts';
import { describeCompatibilityReport } from '../../content/doctor/moving-in/describe-compatibility-report.ts';
import { createCompatibilityReport } from '../../content/doctor/moving-in/compatibility-report.ts';
import { readPublicWordPressContent } from '../../content/doctor/moving-in/read-public-site.ts';
import { loadProjectBlocks } from '../../content/load-blocks.ts';
import { parseWordPressUrls } from '../../content/rest/wordpress-urls.ts';
import type { WordPressConfig } from '../../platform/config/config.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { createProgressDisplay } from './progress-display.ts';

const NO_ADDRESS =
  'Say which WordPress: npm run doctor -- --moving-in https://www.example.com (or set WORDPRESS_API_URL).';

/**
 * Reads a WordPress that is to be migrated to this site, and prints what the site would show differently. If `address`
 * is null, reads the configured WordPress. Throws an `Error` if there is none, or if it cannot be read.
 */
export async function printCompatibilityReport(address: string | null, json: boolean): Promise<void> {
  const { config, connected } = await readSettingsWithConnection();
  const wordpress = chosenSite(address, config.wordpress ?? connected);
  const progress = createProgressDisplay();
  const site = await readPublicWordPressContent({
    config: wordpress,
    onProgress: (kind, read, total) =>
      progress(`Reading: ${kind} ${read}${total === null ? '' : ` of ${total}`}`),
    onWait: (milliseconds, fault) =>
      progress(`Waiting ${Math.ceil(milliseconds / 1_000)} seconds, because ${fault}`),
  });
  const blocks = await loadProjectBlocks();
  const { content: builtIn } = await loadBuiltInContent(path.join(PROJECT_ROOT, 'fixtures'), blocks);
  const report = await createCompatibilityReport(site, {
    wordpress,
    config,
    builtIn,
    blocks,
    onProgress: (checked, total) => progress(`Checking: text ${checked} of ${total}`),
  });
  progress(null);
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : describeCompatibilityReport(report)}\n`);
}

/**
 * Returns the WordPress to read. The configured credentials are sent to the configured origin only. Throws an `Error`
 * if the address is invalid, or if it is null and no WordPress is configured.
 */
function chosenSite(address: string | null, configured: WordPressConfig | null): WordPressConfig {
  if (address === null) {
    if (!configured) throw new Error(NO_ADDRESS);
    return configured;
  }
  const given = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(given)) throw new Error(`“${address}” is not an address. ${NO_ADDRESS}`);
  const isConfigured = configured !== null && originOf(configured.url) === originOf(given);
  return isConfigured
    ? { ...configured, url: given }
    : { url: given, credentials: null, proxy: null, secret: null };
}

function originOf(url: string): string {
  return new URL(parseWordPressUrls(url).home).origin;
}
