// `prebuild` runs this, so it is plain JavaScript. Without Vite, the build would stop with a message that names no fix.
try {
  import.meta.resolve('vite');
} catch {
  process.stderr.write(
    'The build needs the development packages, which npm leaves out with NODE_ENV=production or --omit=dev: ' +
      'run `npm install --include=dev`, or use a release, which is built already (docs/deploying.md).\n',
  );
  process.exit(1);
}
