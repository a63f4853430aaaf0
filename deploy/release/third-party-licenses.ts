import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ReleasePackage } from './locked-packages.ts';

const licensedSchema = z.object({
  name: z.string(),
  version: z.string(),
  identifier: z.string().nullish(),
  text: z.string().nullish(),
});
/** A package with its license, in the format that Vite writes for bundled packages. */
type Licensed = z.output<typeof licensedSchema>;

const manifestSchema = z.object({ license: z.string().optional() });
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)\b/i;

/**
 * Reads the licenses of bundled packages from a file that Vite has written. Throws an error if the file is missing or
 * invalid.
 */
export function bundledLicenses(file: string): Licensed[] {
  return licensedSchema.array().parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Reads the license of a package from its folder in a release. `text` is null if the package has no license file. */
export function packageLicense(release: string, { name, version, folder }: ReleasePackage): Licensed {
  const place = path.join(release, folder);
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')));
  const file = readdirSync(place).find((each) => LICENSE_FILE.test(each));
  const text = file === undefined ? null : readFileSync(path.join(place, file), 'utf8');
  return { name, version, identifier: manifest.license, text };
}

/** Returns the licenses as Markdown, each version of a package once, sorted by name. */
export function licensesText(all: readonly Licensed[]): string {
  const unique = new Map(all.map((each) => [`${each.name} ${each.version}`, each]));
  const parts = [...unique]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([title, { identifier, text }]) => {
      const quoted = text?.trim().replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '');
      const name = identifier ? `, ${identifier}` : '';
      return `## ${title}${name}\n\n${quoted ?? 'The package contains no text of its license.'}\n`;
    });
  return `# Licenses of third parties\n\nThis release contains these packages, as modules or bundled.\n\n${parts.join('\n')}`;
}
