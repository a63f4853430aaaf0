import { replaceIn } from './edit-copy.ts';

const SCHEMA = 'src/contracts/site-settings.ts';
export const SITE_SETTING_FILES = [SCHEMA];

/** Reads the new settings as a consumer does, so that the compiler checks their types. */
export const SETTING_CONSUMER = `import type { SiteSettings } from '../src/contracts/site-settings.ts';

export function newSettings({ agent, parking }: SiteSettings): readonly (string | undefined)[] {
  const motto: string | undefined = agent.motto;
  return [motto, parking?.where];
}
`;

/** Follows the recipe "Add a site setting" in a copy of the project: one in a group, and a group of its own. */
export async function addSiteSetting(copy: string): Promise<void> {
  await replaceIn(
    copy,
    SCHEMA,
    '      phoneDial: z',
    "      motto: text.meta({ title: 'Motto' }).optional(),\n      phoneDial: z",
  );
  await replaceIn(
    copy,
    SCHEMA,
    '  sample: z.boolean(),',
    '  sample: z.boolean(),\n' +
      "  parking: z.object({ where: text.meta({ title: 'Where' }) }).meta({ title: 'Parking' }).optional(),",
  );
}
