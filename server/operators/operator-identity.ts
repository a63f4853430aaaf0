import type { Response } from 'express';

/** Who is signed in. */
export interface OperatorIdentity {
  id: string;
  name: string;
  email: string;
  /** The request they are signed in with; stands with what they do in the audit log. */
  requestId: string;
}

/** Remembers who is signed in for the rest of a request. */
export function setOperator(response: Response, operator: OperatorIdentity): void {
  response.locals['operator'] = operator;
}

/** Whether a guard has let this request through. */
export function isSignedIn(response: Response): boolean {
  return isIdentity(response.locals['operator']);
}

/** Who is signed in. Throws on a route that does not stand behind `requireOperator`. */
export function operatorOf(response: Response): OperatorIdentity {
  const operator: unknown = response.locals['operator'];
  if (!isIdentity(operator)) {
    throw new Error('This route asks who is signed in without requiring it. Put requireOperator before it.');
  }
  return operator;
}

function isIdentity(value: unknown): value is OperatorIdentity {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'email' in value;
}
