/**
 * npm run new-block                                              asks for title and fields
 * npm run new-block -- "Open house" "text:richText guests:number"  takes them from the arguments
 *
 * Writes the files of a new block into blocks/<id>. Nothing else needs a change.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { format, resolveConfig } from 'prettier';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { newBlockFiles } from './new-block-files.ts';
import {
  newBlockFieldKinds,
  parseBlockIdentity,
  parseNewBlockFields,
  DEFAULT_NEW_BLOCK_FIELDS,
  type BlockIdentity,
  type NewBlockField,
} from './read-answers.ts';

const BLOCKS = path.join(PROJECT_ROOT, 'blocks');

try {
  const taken = new Set(await readdir(BLOCKS));
  const block = await readBlock(taken, process.argv.slice(2));
  await writeBlock(block);
  process.stdout.write(`${nextSteps(block)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

interface NewBlock extends BlockIdentity {
  fields: readonly NewBlockField[];
}

async function readBlock(taken: ReadonlySet<string>, args: readonly string[]): Promise<NewBlock> {
  const [title, fields = '', ...rest] = args;
  if (title === undefined) return askForBlock(taken);
  if (rest.length > 0)
    throw new Error('Quote the fields: npm run new-block -- "Open house" "text guests:number"');
  return { ...parseBlockIdentity(title, taken), fields: parseNewBlockFields(fields) };
}

async function askForBlock(taken: ReadonlySet<string>): Promise<NewBlock> {
  const terminal = createInterface({ input: process.stdin });
  // The iterator keeps lines that arrive before their question is asked, as they do from a pipe.
  const lines = terminal[Symbol.asyncIterator]();
  /** Repeats a question until the answer is valid, so that a mistake does not lose the answer to the other question. */
  const ask = async <Answer>(question: string, read: (typed: string) => Answer): Promise<Answer> => {
    process.stdout.write(question);
    const { value, done } = await lines.next();
    if (done) throw new Error('\nThere was no answer. Nothing was written.');
    try {
      return read(value);
    } catch (error) {
      process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return ask(question, read);
    }
  };
  try {
    const name = await ask('Title of the block, as editors see it: ', (typed) =>
      parseBlockIdentity(typed, taken),
    );
    process.stdout.write(
      `Write each field as name:kind, with spaces between them. Kinds: ${newBlockFieldKinds.join(', ')}.\n`,
    );
    const fields = await ask(
      `Its fields besides the title [${DEFAULT_NEW_BLOCK_FIELDS}]: `,
      parseNewBlockFields,
    );
    return { ...name, fields };
  } finally {
    terminal.close();
  }
}

/** Writes the block's files, or none of them. */
async function writeBlock(block: NewBlock): Promise<void> {
  const folder = path.join(BLOCKS, block.id);
  const options = await resolveConfig(path.join(folder, 'block.ts'));
  const files: [file: string, text: string][] = [];
  for (const [name, text] of Object.entries(newBlockFiles(block))) {
    const file = path.join(folder, name);
    files.push([file, await format(text, { ...options, filepath: file })]);
  }
  await mkdir(folder);
  try {
    for (const [file, text] of files) await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

function nextSteps({ id }: NewBlock): string {
  return `blocks/${id} has block.ts, view.tsx and view.test.tsx.
Test:  npm run test:file -- blocks/${id}
Show:  npm run dev; the block is in the catalogue (/admin/blocks), in the page builder and on WordPress's edit screen.
Before the commit: npm run build writes its fields to wordpress/lintel/sections.json. Then npm run check, and
npm run pictures -- ${id} stores its pictures.
The guide is docs/blocks.md.`;
}
