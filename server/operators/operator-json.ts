import express, { type Response } from 'express';

/** Reads the small JSON bodies of the accounts' routes. */
export const operatorJson = express.json({ limit: '8kb' });

/** Answers what is wrong, in words with the mend. */
export function refuse(
  response: Response,
  status: number,
  error: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  response.status(status).json({ error, ...more });
}
