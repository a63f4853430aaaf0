/** The URL parameters of campaigns (UTM) that are stored with a lead. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
/** The URL parameters with the click ids that advertising networks add to links. */
export const clickIdNames = ['gclid', 'gbraid', 'wbraid', 'fbclid'] as const;

/** The campaign values of an arrival by URL parameter. */
export type UtmValues = Partial<Record<(typeof utmNames)[number], string>>;

/** An arrival at the site, and where the visitor came from. */
export interface AttributionTouch extends UtmValues, Partial<Record<(typeof clickIdNames)[number], string>> {
  /** Path of the landing page, without the query. */
  landing: string;
  /** Origin and path of the referring page, if it was on another site. */
  referrer?: string;
  /** ISO 8601, in UTC. */
  at: string;
}

/** How a visitor found the site: the first recorded arrival, and the latest one with a known source. */
export interface Attribution {
  first: AttributionTouch;
  last: AttributionTouch;
}

/**
 * Returns the campaign values that a lead is attributed to: those of the latest arrival, or of the first if the latest
 * has none.
 */
export function campaignOf(attribution: Attribution | undefined): UtmValues {
  if (!attribution) return {};
  for (const touch of [attribution.last, attribution.first]) {
    const values: UtmValues = {};
    for (const name of utmNames) {
      const value = touch[name];
      if (value) values[name] = value;
    }
    if (Object.keys(values).length > 0) return values;
  }
  return {};
}
