import type { Response } from 'express';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { operatorOf } from './operator-identity.ts';
import { refuse } from './operator-json.ts';
import { findOperator, type OperatorRow } from './operator-rows.ts';
import { passwordFits } from './passwords.ts';
import { countTry, forgetTries } from './tries.ts';

/**
 * Asks who is signed in for the password again, so that a browser left open changes no account. Answers the request
 * and gives null when it is wrong, or when there were too many wrong ones.
 */
export async function checkOwnPassword(
  database: Kysely<Database>,
  response: Response,
  password: string,
  now: number,
): Promise<(OperatorRow & { requestId: string }) | null> {
  const { id, requestId } = operatorOf(response);
  const key = `own password ${id}`;
  const counted = await countTry(database, key, now);
  if (counted.kind === 'wait') {
    const wait = Math.ceil(counted.for / 1000);
    response.set('Retry-After', String(wait));
    refuse(response, 429, `Too many wrong tries. Wait ${wait} s, then try again.`);
    return null;
  }
  const operator = await findOperator(database, id);
  if (!operator || !(await passwordFits(operator.password_hash, password))) {
    refuse(response, 422, 'Your present password is wrong.');
    return null;
  }
  await forgetTries(database, key);
  return { ...operator, requestId };
}
