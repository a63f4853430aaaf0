import type { Plugin } from 'vite';

const LIBRARY = /\/node_modules\/react-hook-form\/dist\/index\.esm\.mjs$/;
/** What the one module that may import it hands out. */
const KEPT = ['register', 'handleSubmit', 'trigger', 'subscribe'];
const IMPORTER = /\/src\/leads\/step-control\.ts$/;

/**
 * The text of react-hook-form, whose control is one function that no bundler can shake: cut to the methods the forms
 * use, and to validation by a resolver. What only the others needed is unused then, and the minifier drops it. Throws
 * where the text is not as it was known, so that an update is looked at.
 */
export function trimFormLibrary(code: string): string {
  const answer = /return \{\s*\.\.\.methods,\s*formControl: methods,?\s*\};/g;
  const resolver = /(?<!\.)\b_options\.resolver\b(?!\()/g;
  const answers = code.match(answer)?.length ?? 0;
  const missing = KEPT.filter((method) => !new RegExp(`\\bconst ${method} = `).test(code));
  if (answers !== 1 || !resolver.test(code) || missing.length > 0) {
    throw new Error(
      `react-hook-form is not written as server/pages/trim-form-library.ts knows it (its control is answered in ${answers} places; not found: ${missing.join(', ') || 'nothing'}). Mend the patterns there, or take the plugin out of vite.config.ts and look at the budgets.`,
    );
  }
  return code.replace(answer, `return { ${KEPT.join(', ')} };`).replaceAll(resolver, 'true');
}

/** Trims react-hook-form in the browser's build, and fails where another module imports it: it may need more. */
export function trimmedFormLibrary(): Plugin {
  return {
    name: 'trimmed-form-library',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform: {
      filter: { id: LIBRARY },
      handler: (code) => ({ code: trimFormLibrary(code), map: null }),
    },
    buildEnd() {
      const importers = [...this.getModuleIds()]
        .filter((id) => LIBRARY.test(slashes(id)))
        .flatMap((id) => this.getModuleInfo(id)?.importers ?? [])
        .filter((id) => !IMPORTER.test(slashes(id)));
      if (importers.length > 0) {
        this.error(
          `${importers.join(', ')} imports react-hook-form, of which the build keeps ${KEPT.join(', ')} only. Use src/leads/step-control.ts, or change server/pages/trim-form-library.ts.`,
        );
      }
    },
  };
}

const slashes = (id: string) => id.replaceAll('\\', '/');
