// Plain JavaScript, because older versions of Node stop at the first TypeScript file with a message that names no fix.
const OLDEST = 24;
const { node } = process.versions;

if (Number.parseInt(node, 10) < OLDEST) {
  process.stderr.write(
    `Lintel needs Node ${OLDEST} or newer, and ${process.execPath} is Node ${node}. ` +
      'Install Node 24 (https://nodejs.org), or in a clone run `npm install` without --omit=optional, which brings it, and start with `npm start`.\n',
  );
  process.exit(1);
}
