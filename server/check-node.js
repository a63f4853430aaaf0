// Plain JavaScript, because older versions of Node stop at the first TypeScript file with a message that names no fix.
const OLDEST = 24;
const { node } = process.versions;

if (Number.parseInt(node, 10) < OLDEST) {
  process.stderr.write(
    `Lintel needs Node ${OLDEST} or newer, and ${process.execPath} is Node ${node}. ` +
      'Run `npm install` without --omit=optional, which brings Node 24, and start with `npm start`; or install Node 24.\n',
  );
  process.exit(1);
}
