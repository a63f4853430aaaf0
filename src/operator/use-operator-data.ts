import { createContext, use } from 'react';
import type { OperatorData } from '../contracts/operators/operator-api.ts';

/** Provides the data that the server embedded in the document; null outside the operators' application. */
export const OperatorDataContext = createContext<OperatorData | null>(null);

/**
 * Returns the data that the server embedded in the document. Throws an `Error` outside the operators' application.
 */
export function useOperatorData(): OperatorData {
  const data = use(OperatorDataContext);
  if (!data) throw new Error('useOperatorData needs the operators’ application around it.');
  return data;
}
