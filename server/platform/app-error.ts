/**
 * An error whose `kind` tells callers what failed. If the error keeps the server from starting, its message is printed
 * unchanged, so it must name the cause and the fix.
 */
export class AppError<Kind extends string = string> extends Error {
  override name = 'AppError';
  readonly kind: Kind;

  constructor(kind: Kind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
