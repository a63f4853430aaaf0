import { config } from 'zod';

// The Content-Security-Policy forbids the code that zod's checks would compile themselves to. A schema asks for this
// when it is made, so all modules with schemas must load afterwards.
config({ jitless: true });
await import('./start-operator-app.tsx');
