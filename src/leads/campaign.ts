import { utmNames, type Attribution, type UtmValues } from './attribution.ts';

/** The campaign values a lead counts for: the latest arrival's, or the first's where that had none. */
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
