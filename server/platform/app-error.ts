/**
 * The base of our own error classes. Callers tell errors apart by `kind`. The message names the cause and the fix for
 * operators. It is printed unchanged if the error keeps the server from starting.
 */
export class AppError<Kind extends string = string> extends Error {
  override name = 'AppError';
  readonly kind: Kind;

  constructor(kind: Kind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
