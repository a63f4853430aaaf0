/** A refusal in HighLevel's words; thrown by whoever finds the reason. */
export class ApiFault extends Error {
  override name = 'ApiFault';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(`HighLevel would answer ${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** 400 with one sentence, and what else the body says. */
export function badRequest(message: string, more: Readonly<Record<string, unknown>> = {}): ApiFault {
  return new ApiFault(400, { statusCode: 400, message, ...more });
}

/** 401; the sentence is the official example's unless another is given. */
export function unauthorized(message = 'Invalid token: access token is invalid'): ApiFault {
  return new ApiFault(401, { statusCode: 401, message, error: 'Unauthorized' });
}

/** 422 with one sentence for each thing that is wrong. */
export function unprocessable(message: readonly string[]): ApiFault {
  return new ApiFault(422, { statusCode: 422, message: [...message], error: 'Unprocessable Entity' });
}
