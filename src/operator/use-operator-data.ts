import { createContext, use } from 'react';
import type { OperatorData } from './operator-data.ts';

export const OperatorDataContext = createContext<OperatorData | null>(null);

/** What the server gave with the document. Throws outside the operators' application. */
export function useOperatorData(): OperatorData {
  const data = use(OperatorDataContext);
  if (!data) throw new Error('useOperatorData needs the operators’ application around it.');
  return data;
}
