/** The id of the element that carries what follows. */
export const OPERATOR_DATA_ID = 'operator-data';

/** What the server gives the operators' application with its document: nothing secret. */
export interface OperatorData {
  /** The address visitors use, without a path. */
  origin: string;
  siteName: string;
  agentName: string;
  timeZone: string;
}
