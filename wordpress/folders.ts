import { fileURLToPath } from 'node:url';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const packaged = './node_modules/wp-studio/dist/cli/wp-files';

/** The `wordpress/` folder of the project: its own package, the companion plugin and this server. */
export const wordpressFolder = folder('.');

/** WordPress core as npm installed it; used in place, never written to. */
export const coreFolder = folder(`${packaged}/latest/wordpress`);

/** The driver that lets WordPress keep its database in one SQLite file. */
export const sqliteDriverFolder = folder(`${packaged}/sqlite-database-integration`);

/** The companion plugin's source: mounted, so an edit is live at the next request. */
export const pluginFolder = folder('./lintel');

/** PHP that only this development server uses: configuration, installation, seeding. */
export const developmentFolder = folder('./development');

/** Where the site is kept between starts, unless told otherwise. */
export const defaultSiteFolder = folder('./site');

/** The built-in content a new site is filled with. */
export const fixturesFolder = folder('../fixtures');

/** The blocks, whose definitions say which built-in values are pictures. */
export const blocksFolder = folder('../blocks');

/** The root of the repository, where `.env.local` belongs. */
export const repositoryFolder = folder('..');
