import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What is waited for comes, on a busy machine later.
configure({ asyncUtilTimeout: 15_000 });
afterEach(cleanup);
