import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One of the drawings in `public/scenes`, as it looks in the light. */
export interface Scene {
  width: number;
  height: number;
  /** What stands inside its `svg` element. */
  content: string;
  /** Changes with the drawing. */
  digest: string;
}

/** The drawings by the address a page has them under: `/scenes/mortgage.svg`. */
export type Scenes = ReadonlyMap<string, Scene>;

/** Reads the drawings. They are ours: nothing an editor uploads is among them. */
export async function readScenes(publicDir: string): Promise<Scenes> {
  const folder = path.join(publicDir, 'scenes');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.svg'));
  const read = await Promise.all(
    files.map(async (file): Promise<[string, Scene][]> => {
      const scene = readScene(await readFile(path.join(folder, file), 'utf8'));
      return scene ? [[`/scenes/${file}`, scene]] : [];
    }),
  );
  return new Map(read.flat());
}

/** Takes a drawing out of its `svg` element; null where that does not say how large it is. */
export function readScene(svg: string): Scene | null {
  const found = /<svg\b[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>([^]*)<\/svg>\s*$/.exec(svg);
  if (!found) return null;
  const [, width, height, content = ''] = found;
  return {
    width: Number(width),
    height: Number(height),
    content: inTheLight(content),
    digest: createHash('sha256').update(svg).digest('base64url').slice(0, 12),
  };
}

/** Leaves out what the drawing's styles say for the dark: one `@media` rule with rules in it. */
function inTheLight(content: string): string {
  return content.replace(/@media\s*\(prefers-color-scheme:\s*dark\)\s*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
}
