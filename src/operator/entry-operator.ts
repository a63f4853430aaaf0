import { config } from 'zod';

// By default, zod compiles schemas to code at run time, which the Content-Security-Policy forbids. A schema reads
// this setting when it is created, so all modules with schemas must be loaded afterwards.
config({ jitless: true });
await import('./start-operator-app.tsx');
