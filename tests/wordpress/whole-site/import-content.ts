import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { bootWordPress, type RunningWordPress } from '../../../wordpress/boot-wordpress.ts';
import { restClient, signIn } from '../support/rest.ts';

/** PHP answers when it has imported a whole file, which can take many minutes. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

interface ImportOptions {
  /** Folder of WordPress, which is kept. It is filled only if it is new. */
  site: string;
  /** Port of 127.0.0.1. Imported texts contain it in their links, so it stays the same for a folder. */
  port: number;
  /** Export files (WXR). */
  files: readonly string[];
  /** Folder of the plugin WordPress Importer, with `wordpress-importer.php`. */
  importer: string;
  say: (line: string) => void;
}

/** Starts a WordPress that has nothing but the imported content. Throws if the importer refuses a file. */
export async function startImportedSite(options: ImportOptions): Promise<RunningWordPress> {
  const { site, port, files, importer, say } = options;
  if (!existsSync(join(importer, 'wordpress-importer.php'))) {
    throw new Error(`${importer} has no wordpress-importer.php. Give the folder of the plugin itself.`);
  }
  const imported = join(site, 'imported.json');
  const emptyContent = await mkdtemp(join(tmpdir(), 'lintel-no-content-'));
  const wordpress = await bootWordPress({ port, site, fixtures: emptyContent, quiet: true });
  try {
    if (existsSync(imported)) return wordpress;
    const { url, admin } = wordpress;
    const plugins = join(site, 'wp-content/plugins');
    await cp(importer, join(plugins, 'wordpress-importer'), { recursive: true });
    await mkdir(join(plugins, 'whole-site'), { recursive: true });
    await cp(join(import.meta.dirname, 'whole-site.php'), join(plugins, 'whole-site/whole-site.php'));
    const session = await signIn(url, admin.username, admin.password);
    await restClient(url, session).post('/wp/v2/plugins/whole-site/whole-site', { status: 'active' });
    for (const file of files) {
      say(`Importing ${basename(file)} …`);
      await cp(file, join(site, basename(file)));
      await importFile(url, session, `/site/${basename(file)}`, say);
    }
    await writeFile(imported, JSON.stringify(files.map((file) => basename(file))));
    return wordpress;
  } catch (error) {
    await wordpress.stop();
    throw error;
  }
}

async function importFile(
  url: string,
  session: Readonly<Record<string, string>>,
  file: string,
  say: (line: string) => void,
): Promise<void> {
  const response = await fetch(`${url}/?rest_route=/whole-site/v1/import`, {
    method: 'POST',
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
    dispatcher: patient,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The import of ${file} is ${response.status}: ${answer.slice(0, 2_000)}`);
  const { said } = z.object({ said: z.array(z.string()) }).parse(JSON.parse(answer));
  for (const line of said) say(`  ${line}`);
}
