import type { OxlintOverride } from 'oxlint';

/** A regular expression on what is written after `from`. Lookaheads are not supported: a pattern with one refuses nothing. */
interface RefusedImports {
  regex: string;
  message: string;
}

/** Refuses imports in some files. If several overrides match a file, the last one counts, and only that. */
function refuse(files: string[], ...patterns: RefusedImports[]): OxlintOverride {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** The directories of the server, each with the others that it imports. */
const SERVER_LAYERS = {
  platform: [],
  database: ['platform'],
  media: ['platform', 'database'],
  content: ['platform', 'database', 'media'],
  crm: ['platform', 'database'],
  leads: ['platform', 'database', 'media', 'content', 'crm'],
  pages: ['platform', 'database', 'media', 'content', 'crm', 'leads'],
  comments: ['platform', 'database', 'content', 'leads', 'pages'],
  operators: ['platform', 'database', 'media', 'content', 'crm', 'leads', 'pages'],
  variants: ['platform', 'database', 'content', 'pages', 'operators'],
};

const BLOCK_VIEWS = {
  regex: String.raw`blocks/[^/]+/view|\.\./(tests|wordpress)/`,
  message: "The server reads a block's block.ts; views come through the built application.",
};
const BROWSER_CODE = {
  regex: '/src/(content|leads|ui|calculators|site|operator|preview|dev)/|/src/[^/]+$',
  message:
    'From src the server imports contracts and the block kit. What both sides need goes to src/contracts.',
};

function serverLayer(layer: string, imported: string[]): OxlintOverride {
  const refused = Object.keys(SERVER_LAYERS).filter((each) => each !== layer && !imported.includes(each));
  const names = imported.map((each) => `server/${each}`).join(', ');
  return refuse([`server/${layer}/**`], BLOCK_VIEWS, BROWSER_CODE, {
    regex: String.raw`\.\./(app|main|services)\.ts$|\.\./(${refused.join('|')})/`,
    message: `Of the server's other directories, server/${layer} imports ${names || 'none'}. The rest of the server knows page variants from server/content/resolve/page-variants.ts.`,
  });
}

/** How deep the rules of `closed` reach: 1 is a file directly in the directory. */
const MAX_DEPTH_LEVELS = 4;

/** Refuses what is outside a directory of src: these directories, the files directly in src, and everything outside src. */
function closed(directory: string, refused: string, message: string): OxlintOverride[] {
  return Array.from({ length: MAX_DEPTH_LEVELS }, (_, below) =>
    refuse([`src/${directory}/${'*/'.repeat(below)}*`], {
      regex: String.raw`^(\.\./){${below + 1}}(\.\.|${refused}|[^/]+$)`,
      message,
    }),
  );
}

/** Directories anywhere, by name. */
const folders = (...names: string[]) => `(^|/)(${names.join('|')})/`;

/** Refuses the files directly in src. */
const entryFiles = (names: string, who: string): RefusedImports => ({
  regex: String.raw`^(\.\./)+(${names})\.tsx?$`,
  message: `The files directly in src put the application together. ${who}`,
});
const ENTRY_FILES = entryFiles(
  'app|routes|surround|first-document|loader|entry-[a-z]+',
  'Only they, src/preview and src/dev import one another.',
);

/** The directions of imports, which docs/architecture.md explains. */
export const importRules: OxlintOverride[] = [
  refuse(['src/**'], {
    regex: folders('server', 'blocks', 'tests', 'wordpress', 'preview', 'dev'),
    message:
      'Imports go one way: src imports neither the server nor the blocks, and visitors download neither src/preview nor src/dev.',
  }),
  refuse(['src/routes.tsx'], {
    regex: `${folders('server', 'blocks', 'tests', 'wordpress', 'preview')}|(^|/)dev/[^c]`,
    message: 'Only development has routes of src/dev: content-screen.tsx.',
  }),
  ...closed(
    'contracts',
    'content|leads|ui|calculators|site|operator|page-bar|preview|dev',
    'src/contracts is shared by the server and the browser. It imports its own files and src/builder only.',
  ),
  ...closed(
    'builder',
    'content|leads|ui/([^t]|te)|calculators|site|operator|page-bar|preview|dev',
    'The block kit imports src/contracts only; its tests also import the theme.',
  ),
  refuse(
    ['src/content/**', 'src/leads/**', 'src/ui/**', 'src/calculators/**'],
    {
      regex: folders(
        'server',
        'blocks',
        'tests',
        'wordpress',
        'site',
        'operator',
        'page-bar',
        'preview',
        'dev',
      ),
      message:
        "Imports go one way: the site's frame, the operators' screens and previews import these, never the reverse.",
    },
    ENTRY_FILES,
  ),
  refuse(
    ['src/site/**'],
    {
      regex: folders('server', 'blocks', 'tests', 'wordpress', 'operator', 'page-bar', 'preview', 'dev'),
      message: "Visitors download no code of the operators' screens, of previews or of mock mode.",
    },
    ENTRY_FILES,
  ),
  refuse(
    ['src/operator/**'],
    {
      regex: `${folders('server', 'blocks', 'tests', 'wordpress', 'dev')}|(^|/)preview/[^fr]`,
      message:
        "The operators' screens import neither the server nor mock mode, and of src/preview only find-field.ts, field-leaves.ts and render-section.tsx.",
    },
    entryFiles(
      'app|routes|first-document|loader|entry-[a-z]+',
      "The operators' screens import only app-contexts.tsx of them.",
    ),
  ),
  refuse(['src/preview/**'], {
    regex: folders('server', 'blocks', 'tests', 'wordpress', 'operator', 'dev'),
    message:
      "Previews run the visitors' application. They import no code of the operators' screens or of mock mode.",
  }),
  refuse(['src/dev/**'], {
    regex: folders('server', 'blocks', 'tests', 'wordpress', 'operator', 'preview'),
    message: "Mock mode runs the visitors' application without the server.",
  }),
  refuse(['blocks/**'], {
    regex: String.raw`^\.\./([^.]|\.\./(server|tests|wordpress|fixtures|blocks|src/(site|operator|page-bar|preview|dev|[^/]+$)))`,
    message:
      'A block imports its own files and src/builder, src/content, src/contracts, src/leads, src/ui. Never another block.',
  }),
  refuse(['server/**'], BLOCK_VIEWS, BROWSER_CODE),
  ...Object.entries(SERVER_LAYERS).map(([layer, imported]) => serverLayer(layer, imported)),
  refuse(['server/mock-site.ts'], BLOCK_VIEWS, {
    regex: '/src/(content|leads|ui|calculators|site|operator|preview)/|/src/[^/]+$',
    message:
      "Mock mode (src/dev) is the browser's half of this file; from the rest of src the server imports contracts and the block kit.",
  }),
];
