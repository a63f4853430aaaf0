// Written by `npm run build` from `src/contracts/brand.ts`.
export { default as display } from '@fontsource/fraunces/files/fraunces-latin-500-normal.woff2?url';
export { default as body } from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
export { default as mono } from '@fontsource/fira-mono/files/fira-mono-latin-400-normal.woff2?url';
