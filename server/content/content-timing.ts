/** How long content may take, in milliseconds. */
export interface ContentTiming {
  /** A reader with a last good copy waits this long for a newer one. */
  visitorWait: number;
  /** A reader with nothing yet waits this long before the built-in content is shown. */
  coldWait: number;
  /** WordPress must start to answer within this time … */
  untilHeaders: number;
  /** … and end within this one. */
  untilEnd: number;
  /** After a failure the next try waits this long, doubling up to `longestRetry`. */
  firstRetry: number;
  longestRetry: number;
  /** A `Retry-After` is respected up to this. */
  longestRetryAfter: number;
}

/** No visitor waits two seconds: the waits are the rule, the rest protects WordPress. */
export const CONTENT_TIMING: ContentTiming = {
  visitorWait: 1_000,
  coldWait: 1_500,
  untilHeaders: 8_000,
  untilEnd: 10_000,
  firstRetry: 1_000,
  longestRetry: 30_000,
  longestRetryAfter: 5 * 60_000,
};
