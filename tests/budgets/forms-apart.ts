import type { Plugin } from 'vite';
import { formIds } from '../../src/leads/lead-wire.ts';

/** What every visitor's page starts. */
const APPLICATION = /\/src\/(loader\.ts|entry-client\.tsx)$/;
/** What is ours or a library's; the bundler adds some of its own. */
const WRITTEN = /\/(src|blocks|node_modules)\//;
const FORM_VIEW = new RegExp(`/blocks/(${formIds.join('|')})/view\\.tsx$`);

/**
 * Fails the build of the browser's files when the application, which pages without a form load too, has a module that
 * nothing but the forms' views brings along: it would escape the forms' budget.
 */
export function formsApart(): Plugin {
  return {
    name: 'forms-apart',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const modules = [...this.getModuleIds()];
      const entries = modules.filter((id) => APPLICATION.test(slashes(id)));
      const views = modules.filter((id) => FORM_VIEW.test(slashes(id)));
      if (entries.length !== 2 || views.length !== formIds.length) {
        this.error('The loader, the application or a form is not where tests/budgets/forms-apart.ts looks.');
      }
      const needed = reached(entries, (id) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        return [...importedIds, ...dynamicallyImportedIds].filter((next) => !views.includes(next));
      });
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const application = reached(
        chunks.filter(({ facadeModuleId }) => entries.includes(facadeModuleId ?? '')),
        ({ imports }) => chunks.filter(({ fileName }) => imports.includes(fileName)),
      );
      const found = [...application].flatMap((chunk) =>
        Object.entries(chunk.modules)
          .filter(([id, { code }]) => code && WRITTEN.test(slashes(id)) && !needed.has(id))
          .map(([id]) => `${id} (in ${chunk.fileName})`),
      );
      if (found.length > 0) {
        this.error(
          `Every visitor would download what only forms need:\n  ${found.join('\n  ')}\nTake it out of the group \`app\` in vite.config.ts.`,
        );
      }
    },
  };
}

/** Some things, and all that they lead to. */
function reached<Thing>(from: readonly Thing[], next: (thing: Thing) => readonly Thing[]): Set<Thing> {
  const found = new Set(from);
  // A set's iteration goes on to what is added meanwhile.
  for (const each of found) for (const other of next(each)) found.add(other);
  return found;
}

const slashes = (id: string) => id.replaceAll('\\', '/');
