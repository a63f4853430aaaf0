/** An error response of the embedded source, with an error code of WordPress's REST API. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function entryNotFoundError(): RestError {
  return new RestError(404, 'rest_post_invalid_id', 'There is no such entry.');
}
