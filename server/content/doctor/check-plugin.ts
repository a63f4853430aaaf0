import type { Block } from '../../../src/builder/block.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { PRODUCT_VERSION } from '../../platform/version.ts';
import { showsPageContent } from '../normalise/page-content.ts';
import { notCheckedResult, type CheckObstacle } from './check-connection.ts';
import { isPluginReportMissing, readPluginReport, type PluginReport } from './plugin-report.ts';
import type { ProbeResult } from './probe-wordpress.ts';
import { restErrorCode } from './received-response.ts';

/** The version of the companion plugin that belongs to this server. Other patch versions of it are compatible. */
export const PLUGIN_VERSION = PRODUCT_VERSION;

/** The id of the check of the companion plugin and its version. */
export const PLUGIN_CHECK_ID = 'plugin';

const INSTALL =
  'Pack the plugin of this site with “npm run wordpress:plugin”, and upload it under Plugins › Add Plugin › Upload Plugin.';

interface PluginFacts {
  blocks: ReadonlyMap<string, Block>;
  /** Whether the shared secret is set on this server. */
  secret: boolean;
  /** The site's public URL; null if it is not set. */
  publicUrl: string | null;
}

const LABELS = {
  plugin: 'Companion plugin',
  acf: 'Custom fields',
  fields: 'Fields on the edit screens',
  secret: 'Shared secret',
} as const;

/** Checks the companion plugin: its version, the plugin that stores fields, missing fields, and the shared secret. */
export function checkPlugin(probe: ProbeResult, facts: PluginFacts): DoctorCheck[] {
  const found = readPluginReport(probe);
  if (!isPluginReportMissing(found)) {
    return [version(found), acf(found), fields(found, facts.blocks), secret(found, facts)];
  }
  const rest = (['acf', 'fields', 'secret'] as const).map((id) => notCheckedResult(id, LABELS[id], found));
  switch (found.kind) {
    case 'closed':
      return [notCheckedResult(PLUGIN_CHECK_ID, LABELS.plugin, found), ...rest];
    case 'off':
      return [inactive(probe), ...rest];
    case 'unknown-reader':
      return [notCheckedResult(PLUGIN_CHECK_ID, LABELS.plugin, UNKNOWN_READER), ...rest];
    case 'old':
      return [version({ version: '0', updates: false }), ...rest];
  }
}

const UNKNOWN_READER: CheckObstacle = {
  detail:
    'It is active. It tells its version only to an account that may edit pages, or to a site with its shared secret.',
  fix: 'Connect WordPress at /admin/settings/wordpress, or set WORDPRESS_WEBHOOK_SECRET to the shared secret.',
};

function inactive({ state }: ProbeResult): DoctorCheck {
  const said = state && !('failed' in state) ? [state.status, restErrorCode(state)] : [];
  return {
    id: PLUGIN_CHECK_ID,
    label: LABELS.plugin,
    state: 'failed',
    detail: `It does not answer (${said.filter((each) => each !== null).join(' ')}).`,
    fix: `Activate Lintel under Plugins in WordPress. If it is not there: ${INSTALL}`,
  };
}

/** Compares the versions of the plugin and of this server. A different patch version works, so it only warns. */
function version({ version: installed, updates }: Pick<PluginReport, 'version' | 'updates'>): DoctorCheck {
  const base = { id: PLUGIN_CHECK_ID, label: LABELS.plugin };
  const order = compareVersions(installed, PLUGIN_VERSION, ALL_PARTS);
  if (order === 0) return { ...base, state: 'ok', detail: `Version ${installed} is active.` };
  const isPatch = compareVersions(installed, PLUGIN_VERSION) === 0;
  const state = isPatch ? 'warning' : 'failed';
  const named = installed === '0' ? 'before 0.2' : installed;
  if (order < 0) {
    const update = 'Update Lintel under Dashboard › Updates in WordPress. If it is not offered there: ';
    return {
      ...base,
      state,
      detail: isPatch
        ? `Version ${named} is older than this site, which has ${PLUGIN_VERSION}.`
        : `Version ${named} is too old for this site, which needs ${PLUGIN_VERSION}.`,
      fix: `${updates ? update : ''}${INSTALL}`,
    };
  }
  return {
    ...base,
    state,
    detail: `Version ${named} is newer than this site, which ${isPatch ? 'has' : 'knows'} ${PLUGIN_VERSION}.`,
    fix: 'Update the site’s server, or install the plugin that belongs to it.',
  };
}

/** The number of parts of a version: major, minor, patch. */
const ALL_PARTS = 3;

/**
 * Compares the first `parts` parts of two versions, by default major and minor. Negative if `one` is older, 0 if
 * equal.
 */
export function compareVersions(one: string, other: string, parts = 2): number {
  const numbers = (text: string) =>
    text.split(/[.-]/, ALL_PARTS).map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < parts; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function acf({ fields, closed_groups: closed }: PluginReport): DoctorCheck {
  const base = { id: 'acf', label: LABELS.acf };
  const name = fields ? `${fields.name} ${fields.version}` : 'The companion plugin itself';
  if (closed.length > 0) {
    return {
      ...base,
      state: 'warning',
      detail: `${name} stores the fields, and some of its field groups are not shown in REST.`,
      fix: 'Switch “Show in REST API” on in the settings of each group, or delete the group: the companion plugin brings these fields.',
      items: closed.map(({ title, sections }) => ({ text: `${title}: ${sections.join(', ')}` })),
    };
  }
  if (fields && fields.name.startsWith('Advanced') && compareVersions(fields.version, '5.11') < 0) {
    return {
      ...base,
      state: 'failed',
      detail: `${name} does not show its fields in REST.`,
      fix: 'Update it to version 5.11 or newer.',
    };
  }
  return { ...base, state: 'ok', detail: `${name} stores the fields.` };
}

function fields({ blocks: known }: PluginReport, blocks: PluginFacts['blocks']): DoctorCheck {
  const base = { id: 'fields', label: LABELS.fields };
  const missing = [...blocks.values()].flatMap(({ id, title, fields }) => {
    const names = known[id];
    if (names === undefined) return [`The block “${title}” (${id})`];
    // The plugin lists no fields for blocks that show the page's own text, because WordPress's own fields hold it.
    if (showsPageContent({ block: id })) return [];
    return Object.entries(fields)
      .filter(([name]) => !names.includes(name))
      .map(([name, { label }]) => `The field “${label}” (${name}) of the block “${title}”`);
  });
  if (missing.length === 0)
    return { ...base, state: 'ok', detail: 'The plugin knows every field of every block.' };
  return {
    ...base,
    state: 'failed',
    detail: `${missing.length} ${missing.length === 1 ? 'field or block is' : 'fields or blocks are'} not on the edit screens, because the plugin knows an older build of this site.`,
    fix: `Press “Ask the site now” under Settings › Site settings › Blocks of the site; edit screens ask once an hour. Without a connection to the site: ${INSTALL}`,
    items: missing.map((text) => ({ text })),
  };
}

function secret({ signature, site }: PluginReport, { secret: ours, publicUrl }: PluginFacts): DoctorCheck {
  const base = { id: 'secret', label: LABELS.secret };
  const where =
    'Copy it from Settings › Site settings in WordPress to WORDPRESS_WEBHOOK_SECRET, and restart the server.';
  if (!ours) {
    return {
      ...base,
      state: 'warning',
      detail: 'It is not set on this server, so edits are shown with a delay and previews do not work.',
      fix: where,
    };
  }
  if (signature === 'no secret') {
    return {
      ...base,
      state: 'warning',
      detail: 'It is not set in WordPress, so edits are shown with a delay and previews do not work.',
      fix: 'Enter WORDPRESS_WEBHOOK_SECRET and the address of the site under Settings › Site settings in WordPress.',
    };
  }
  if (signature === 'clock') {
    return {
      ...base,
      state: 'failed',
      detail: 'The secret is the same, but the clocks differ by more than 5 minutes.',
      fix: 'Set both clocks by NTP.',
    };
  }
  if (signature !== 'valid') {
    return {
      ...base,
      state: 'failed',
      detail: 'WordPress and this server have different secrets.',
      fix: where,
    };
  }
  const [theirs, expected] = [
    URL.parse(site)?.origin,
    publicUrl === null ? null : URL.parse(publicUrl)?.origin,
  ];
  if (expected !== null && theirs !== expected) {
    return {
      ...base,
      state: 'warning',
      detail: `Both have the same secret, but WordPress sends its notices to ${site === '' ? 'no address' : site}, not to ${publicUrl}.`,
      fix: 'Correct the address of the site under Settings › Site settings in WordPress.',
    };
  }
  return { ...base, state: 'ok', detail: 'WordPress and this server have the same secret.' };
}
