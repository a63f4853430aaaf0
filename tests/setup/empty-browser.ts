import { afterAll } from 'vitest';
import { closeContexts } from '../browser/support/worker-browser.ts';

// This hook is registered first, so it runs last.
afterAll(closeContexts);
