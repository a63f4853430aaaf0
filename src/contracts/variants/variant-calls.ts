import { noInput, type OperatorCall } from '../operators/operator-call.ts';
import { savedPage } from '../operators/page-builder.ts';
import { variantChangeRequest } from './page-variants.ts';
import { abTestResults } from './variant-results.ts';

/** The calls that change the variants of a page and return the results of all A/B tests. */
export const variantCalls = {
  change: {
    method: 'POST',
    path: '/api/admin/pages/variants',
    role: 'editor',
    input: variantChangeRequest,
    invalid: ({ path, message }) => `${String(path.at(-1) ?? 'This')}: ${message}`,
    output: savedPage,
  },
  results: {
    method: 'GET',
    path: '/api/admin/variant-results',
    role: 'operator',
    input: noInput,
    output: abTestResults,
  },
} satisfies Record<string, OperatorCall>;
