import { afterAll } from 'vitest';
import { closeContexts } from '../browser/support/worker-browser.ts';

// Vitest runs `afterAll` hooks in reverse order. This one is registered first, so it runs last.
afterAll(closeContexts);
