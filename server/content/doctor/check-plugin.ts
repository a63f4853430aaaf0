import { z } from 'zod';
import product from '../../../package.json' with { type: 'json' };
import type { Block } from '../../../src/builder/block.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { isObject } from '../../../src/builder/raw-value.ts';
import { codeOf, notChecked } from './check-connection.ts';
import type { Probe } from './probe-wordpress.ts';

/** The version of the companion plugin that belongs to this server. Only major and minor version must match. */
export const PLUGIN_VERSION = product.version;

const INSTALL =
  'Pack the plugin of this site with “npm run wordpress:plugin”, and upload it under Plugins › Add Plugin › Upload Plugin.';

const findingsSchema = z.object({
  version: z.string(),
  fields: z.object({ name: z.string(), version: z.string() }).nullable().catch(null),
  blocks: z.record(z.string(), z.array(z.string())).catch({}),
  closed_groups: z.array(z.object({ title: z.string(), sections: z.array(z.string()) })).catch([]),
  site: z.string().catch(''),
  signature: z.enum(['valid', 'invalid', 'clock', 'none', 'no secret']).catch('none'),
});

/** The companion plugin's report about its WordPress. */
export type PluginFindings = z.infer<typeof findingsSchema>;

interface PluginFacts {
  blocks: ReadonlyMap<string, Block>;
  /** Whether the shared secret is set here. */
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
export function checkPlugin(probe: Probe, facts: PluginFacts): DoctorCheck[] {
  const { state, plugin } = probe;
  const rest = (why: string) =>
    (['acf', 'fields', 'secret'] as const).map((id) => notChecked(id, LABELS[id], why));
  if (!state || 'failed' in state || !plugin || 'failed' in plugin) {
    return [
      notChecked('plugin', LABELS.plugin, 'The REST API does not answer.'),
      ...rest('The plugin does not answer.'),
    ];
  }
  const active = state.status === 200 && isObject(state.json) && typeof state.json.version === 'string';
  const found = findingsSchema.safeParse(plugin.json);
  if (plugin.status === 200 && found.success) {
    const { data } = found;
    return [version(data.version), acf(data), fields(data, facts.blocks), secret(data, facts)];
  }
  if (!active) {
    const missing: DoctorCheck = {
      id: 'plugin',
      label: LABELS.plugin,
      state: 'failed',
      detail: `It does not answer (${state.status}${codeOf(state) === null ? '' : ` ${codeOf(state)}`}).`,
      fix: `Activate Lintel under Plugins in WordPress. If it is not there: ${INSTALL}`,
    };
    return [missing, ...rest('The plugin does not answer.')];
  }
  if (plugin.status === 401 || plugin.status === 403) {
    const closed = notChecked(
      'plugin',
      LABELS.plugin,
      'It is active. It tells its version only to an account that may edit pages, or to a site with its shared secret.',
    );
    return [closed, ...rest('The plugin does not know us.')];
  }
  return [version('0'), ...rest('The plugin is too old to say.')];
}

function version(installed: string): DoctorCheck {
  const base = { id: 'plugin', label: LABELS.plugin };
  const order = compareVersions(installed, PLUGIN_VERSION);
  const named = installed === '0' ? 'before 0.2' : installed;
  if (order === 0) return { ...base, state: 'ok', detail: `Version ${installed} is active.` };
  if (order < 0) {
    return {
      ...base,
      state: 'failed',
      detail: `Version ${named} is too old for this site, which needs ${PLUGIN_VERSION}.`,
      fix: INSTALL,
    };
  }
  return {
    ...base,
    state: 'failed',
    detail: `Version ${named} is newer than this site, which knows ${PLUGIN_VERSION}.`,
    fix: 'Update the site’s server, or install the plugin that belongs to it.',
  };
}

/** Compares the major and minor parts of two versions. Patch versions are compatible with each other. */
function compareVersions(one: string, other: string): number {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [parts(one), parts(other)];
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}

function acf({ fields, closed_groups: closed }: PluginFindings): DoctorCheck {
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

function fields({ blocks: known }: PluginFindings, blocks: PluginFacts['blocks']): DoctorCheck {
  const base = { id: 'fields', label: LABELS.fields };
  const missing = [...blocks.values()].flatMap(({ id, title, fields }) => {
    const names = known[id];
    if (names === undefined) return [`The block “${title}” (${id})`];
    // A block that shows the page's own text has no fields.
    if (names.length === 0) return [];
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

function secret({ signature, site }: PluginFindings, { secret: ours, publicUrl }: PluginFacts): DoctorCheck {
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
