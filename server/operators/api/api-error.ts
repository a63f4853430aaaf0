/** The error that refuses a call of the operators' API. The message is shown to the operator and must include a fix. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** The HTTP status of the response: 401, 403, 404, 409, 410, 422, 423, 429, 502 or 503. */
  readonly status: number;
  /** Further properties of the response's JSON body, besides `error`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    { body = {}, ...options }: ErrorOptions & { body?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options);
    this.status = status;
    this.body = body;
  }
}
