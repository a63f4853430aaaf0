import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One of the drawings in `public/scenes`, in its light theme. */
export interface SceneDrawing {
  width: number;
  height: number;
  /** The content of its `svg` element. */
  content: string;
  /** Changes whenever the drawing changes. */
  digest: string;
}

/** The drawings by URL path, such as `/scenes/mortgage.svg`. */
export type Scenes = ReadonlyMap<string, SceneDrawing>;

/** Reads the drawings in `public/scenes`. They are part of the project and never include an editor's uploads. */
export async function readScenes(publicDir: string): Promise<Scenes> {
  const folder = path.join(publicDir, 'scenes');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.svg'));
  const read = await Promise.all(
    files.map(async (file): Promise<[string, SceneDrawing][]> => {
      const scene = parseSceneSvg(await readFile(path.join(folder, file), 'utf8'));
      return scene ? [[`/scenes/${file}`, scene]] : [];
    }),
  );
  return new Map(read.flat());
}

/**
 * Extracts a drawing, without its dark mode styles, from the text of an SVG file; null without a `viewBox` that starts
 * at 0 0.
 */
export function parseSceneSvg(svg: string): SceneDrawing | null {
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

/** Removes the drawing's dark mode styles, which are in one `@media` rule. */
function inTheLight(content: string): string {
  return content.replace(/@media\s*\(prefers-color-scheme:\s*dark\)\s*\{(?:[^{}]|\{[^{}]*\})*\}/g, '');
}
