import { z } from 'zod';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import { restApiObstacle, type CheckObstacle } from './check-connection.ts';
import type { ProbeResult } from './probe-wordpress.ts';

const findingsSchema = z.object({
  version: z.string(),
  /** Whether the plugin offers its own updates in wp-admin. Older versions do not, and do not send this. */
  updates: z.boolean().catch(false),
  wordpress: z.string().catch(''),
  /** The newest version of WordPress that WordPress itself has found; null if that is this one, or unknown. */
  newest_wordpress: z.string().nullable().catch(null),
  php: z.string().catch(''),
  cron: z
    .object({
      disabled: z.boolean(),
      /** Overdue events: their hooks, each with the seconds since it was due, the oldest first. */
      overdue: z.array(z.object({ hook: z.string(), seconds: z.number() })),
    })
    .nullable()
    .catch(null),
  /** Plugins that may block the REST API. */
  rest_closers: z.array(z.object({ name: z.string(), known: z.boolean() })).catch([]),
  fields: z.object({ name: z.string(), version: z.string() }).nullable().catch(null),
  /** The names of the fields that the plugin knows, by block id. */
  blocks: z.record(z.string(), z.array(z.string())).catch({}),
  /** Field groups that are not shown in REST, each with its section ids. */
  closed_groups: z.array(z.object({ title: z.string(), sections: z.array(z.string()) })).catch([]),
  /** The URL of this site in the plugin's settings; empty if not set. */
  site: z.string().catch(''),
  signature: z.enum(['valid', 'invalid', 'clock', 'none', 'no secret']).catch('none'),
});

/** The companion plugin's report about its WordPress. */
export type PluginReport = z.infer<typeof findingsSchema>;

/** Why there is no report from the companion plugin, with the fix. */
export interface MissingPluginReport extends CheckObstacle {
  /**
   * `closed`: the REST API cannot be read. `off`: the plugin is not active. `unknown-reader`: the plugin is active,
   * but accepts neither our account nor our secret. `old`: the plugin is too old to report.
   */
  kind: 'closed' | 'off' | 'unknown-reader' | 'old';
}

const SEE_PLUGIN = 'Fix “Companion plugin” first.';

/** Returns the companion plugin's report, or why there is none. */
export function readPluginReport(probe: ProbeResult): PluginReport | MissingPluginReport {
  const { state, plugin } = probe;
  if (plugin && !('failed' in plugin) && plugin.status === 200) {
    const found = findingsSchema.safeParse(plugin.json);
    if (found.success) return found.data;
  }
  const closed = restApiObstacle(probe);
  if (closed || !state || 'failed' in state || !plugin || 'failed' in plugin) {
    return {
      kind: 'closed',
      ...(closed ?? { detail: 'The REST API does not answer.', fix: 'Fix “REST API” first.' }),
    };
  }
  const active = state.status === 200 && isJsonObject(state.json) && typeof state.json.version === 'string';
  if (!active) return { kind: 'off', detail: 'The companion plugin is not active.', fix: SEE_PLUGIN };
  if (plugin.status === 401 || plugin.status === 403) {
    return {
      kind: 'unknown-reader',
      detail: 'The companion plugin does not know this server.',
      fix: 'Connect with an account that may edit pages, or with the shared secret.',
    };
  }
  return { kind: 'old', detail: 'The companion plugin is too old to say.', fix: SEE_PLUGIN };
}

export function isPluginReportMissing(
  plugin: PluginReport | MissingPluginReport,
): plugin is MissingPluginReport {
  return 'kind' in plugin;
}
