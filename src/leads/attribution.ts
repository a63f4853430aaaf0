/** Names of the campaign parameters that are kept. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
/** Names of the click ids that advertising networks add to links. */
export const clickIdNames = ['gclid', 'gbraid', 'wbraid', 'fbclid'] as const;

export type UtmValues = Partial<Record<(typeof utmNames)[number], string>>;

/** One arrival on the site. */
export interface Touch extends UtmValues, Partial<Record<(typeof clickIdNames)[number], string>> {
  /** Path of the page, without query. */
  landing: string;
  /** Origin and path of the page before, where it was another site. */
  referrer?: string;
  /** ISO time. */
  at: string;
}

/** How a visitor found the site: the first arrival that is remembered, and the latest that came from somewhere. */
export interface Attribution {
  first: Touch;
  last: Touch;
}
