// Plain JavaScript, because `predemo` runs it before anything is built. It is imported first, before any server code.
if (process.env['NODE_ENV'] === 'production') {
  process.stderr.write(
    'The demonstration does not run with NODE_ENV=production: it invents leads, and anyone with its link signs in. ' +
      'Unset NODE_ENV, or start the site with `npm start`.\n',
  );
  process.exit(1);
}
