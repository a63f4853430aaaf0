import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TestWordPress } from '../support/start-wordpress.ts';

/** Copies the plugin at `CUSTOM_FIELDS_PLUGIN` into WordPress, and activates it. */
export async function installCustomFields(wordpress: TestWordPress): Promise<void> {
  const source = process.env.CUSTOM_FIELDS_PLUGIN ?? '';
  const files = source === '' ? [] : await readdir(source);
  const main = ['secure-custom-fields.php', 'acf.php'].find((name) => files.includes(name));
  if (main === undefined) {
    throw new Error(
      'Set CUSTOM_FIELDS_PLUGIN to the unpacked folder of Advanced Custom Fields or Secure Custom Fields.',
    );
  }
  const name = path.basename(main, '.php');
  const isPart = (file: string) => !/(^|\/)(node_modules|\.git)(\/|$)/.test(path.relative(source, file));
  await cp(source, path.join(wordpress.plugins, name), { recursive: true, filter: isPart });
  await wordpress.admin.post(`/wp/v2/plugins/${name}/${name}`, { status: 'active' });
}
