import { fileURLToPath } from 'node:url';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const packaged = './node_modules/wp-studio/dist/cli/wp-files';

/**
 * The `wordpress/` folder of the project. It contains the companion plugin and the development server, and
 * is a separate npm package.
 */
export const wordpressFolder = folder('.');

/** WordPress core, as installed by npm. The development server mounts it in place. */
export const coreFolder = folder(`${packaged}/latest/wordpress`);

/** The driver that lets WordPress use a SQLite file as its database. */
export const sqliteDriverFolder = folder(`${packaged}/sqlite-database-integration`);

/** The companion plugin's source. It is mounted, so an edit takes effect with the next request. */
export const pluginFolder = folder('./lintel');

/** The file that lists the fields that the plugin shows in wp-admin. The build writes it. */
export const sectionsFilePath = folder('./lintel/sections.json');

/** The template from which the plugin is translated. The build writes it. */
export const translationTemplatePath = folder('./lintel/languages/lintel.pot');

/** PHP that is not part of the plugin: the configuration, installation and content of development and test servers. */
export const developmentFolder = folder('./development');

/** The default folder for the site, which is kept between starts. */
export const defaultSiteFolder = folder('./site');

/** The project's built-in content, which also fills a new site. */
export const fixturesFolder = folder('../fixtures');

/** The block definitions. The plugin's `sections.json` and the content of a new site are derived from them. */
export const blocksFolder = folder('../blocks');

/** The root of the repository, where `.env.local` belongs. */
export const repositoryFolder = folder('..');
