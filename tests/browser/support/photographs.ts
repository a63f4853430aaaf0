import sharp from 'sharp';

/** A test photograph of a person in front of a home. */
interface Photograph {
  name: string;
  width: number;
  height: number;
  /** The center of the face, as fractions of width and height. It is also the focal point that an editor would set. */
  face: { x: number; y: number };
  jpeg: Buffer;
}

/** The radius of a face, as a fraction of the picture's shorter side. */
export const FACE = 0.05;

// Smaller than camera pictures, because the server resizes each one to all widths of all slots.
const ASPECTS = [
  { name: 'phone', width: 540, height: 960, face: { x: 0.4, y: 0.24 } },
  { name: 'portrait', width: 600, height: 800, face: { x: 0.62, y: 0.2 } },
  { name: 'square', width: 700, height: 700, face: { x: 0.28, y: 0.3 } },
  { name: 'camera', width: 900, height: 600, face: { x: 0.76, y: 0.34 } },
  { name: 'panorama', width: 1050, height: 450, face: { x: 0.2, y: 0.4 } },
] as const;

export const photographNames = ASPECTS.map(({ name }) => name);

/** Returns the size and the face of a photograph. Throws if the name is unknown. */
export function photographOf(name: string) {
  const found = ASPECTS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no photograph "${name}".`);
  return found;
}

/** Draws a photograph in each common aspect ratio, with the grain and the soft background of a camera. */
export function takePhotographs(): Promise<Photograph[]> {
  return Promise.all(
    ASPECTS.map(async ({ name, width, height, face }) => {
      const side = Math.min(width, height);
      const [x, y, r] = [face.x * width, face.y * height, FACE * side];
      const sharpened = sharp(Buffer.from(homeOf(width, height))).blur(side / 180);
      const grain = await sharp({
        create: {
          width,
          height,
          channels: 3,
          noise: { type: 'gaussian', mean: 128, sigma: 14 },
          background: '#808080',
        },
      })
        .png()
        .toBuffer();
      const jpeg = await sharp(await sharpened.png().toBuffer())
        .composite([
          { input: Buffer.from(personAt(width, height, x, y, r)) },
          { input: grain, blend: 'soft-light' },
        ])
        .jpeg({ quality: 80 })
        .toBuffer();
      return { name, width, height, face, jpeg };
    }),
  );
}

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;

/** A brick home with a lawn, under an evening sky. */
function homeOf(width: number, height: number): string {
  const [w, h] = [width / 100, height / 100];
  return svg(
    width,
    height,
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#8fb3c4"/><stop offset="1" stop-color="#f0d9b8"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#sky)"/>
<rect y="${72 * h}" width="100%" height="${28 * h}" fill="#6f8a58"/>
<rect x="${12 * w}" y="${38 * h}" width="${76 * w}" height="${38 * h}" fill="#96513c"/>
<path d="M${7 * w} ${40 * h}L${50 * w} ${14 * h}L${93 * w} ${40 * h}z" fill="#4a5154"/>
<rect x="${20 * w}" y="${46 * h}" width="${16 * w}" height="${14 * h}" fill="#f3d79a"/>
<rect x="${64 * w}" y="${46 * h}" width="${16 * w}" height="${14 * h}" fill="#f3d79a"/>
<rect x="${45 * w}" y="${48 * h}" width="${11 * w}" height="${28 * h}" fill="#2d4a43"/>`,
  );
}

/** A person whose face is centered at `x`, `y`. */
function personAt(width: number, height: number, x: number, y: number, r: number): string {
  return svg(
    width,
    height,
    `<path d="M${x - 3.4 * r} ${height}V${y + 4 * r}Q${x - 3.2 * r} ${y + 2 * r} ${x} ${y + 1.8 * r}T${x + 3.4 * r} ${y + 4 * r}V${height}z" fill="#31556b"/>
<rect x="${x - 0.4 * r}" y="${y + 0.7 * r}" width="${0.8 * r}" height="${1.5 * r}" fill="#b97e5a"/>
<circle cx="${x}" cy="${y - 0.25 * r}" r="${1.12 * r}" fill="#3b2a22"/>
<ellipse cx="${x}" cy="${y}" rx="${0.8 * r}" ry="${r}" fill="#d79f78"/>
<circle cx="${x - 0.3 * r}" cy="${y - 0.1 * r}" r="${0.09 * r}" fill="#2a1d18"/>
<circle cx="${x + 0.3 * r}" cy="${y - 0.1 * r}" r="${0.09 * r}" fill="#2a1d18"/>
<path d="M${x - 0.32 * r} ${y + 0.42 * r}q${0.32 * r} ${0.24 * r} ${0.64 * r} 0" stroke="#9a4a3c" stroke-width="${0.09 * r}" fill="none"/>`,
  );
}
