import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
afterEach(cleanup);
