/** A delivery failed for now: the same will be tried again. The message is for operators, without personal data. */
export class TransientFault extends Error {
  override name = 'TransientFault';
  /** Milliseconds before which another try is of no use. */
  readonly retryAfter: number;

  constructor(message: string, { retryAfter = 0, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfter = retryAfter;
  }
}

/** A delivery that no repetition mends: an operator must decide. The message says what to do, without personal data. */
export class LastingFault extends Error {
  override name = 'LastingFault';
}

/** The destination refused our credentials: all its deliveries wait until an operator connects it again. */
export class RefusedFault extends Error {
  override name = 'RefusedFault';
}
