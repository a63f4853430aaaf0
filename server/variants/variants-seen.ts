/** A variant of a page's layout that a visitor saw before becoming a lead. */
export interface LeadSeenVariant {
  path: string;
  variant: string;
}

/**
 * Formats the variants for storage with a lead: `/: Original; /sell: Short form`. Neither a path nor the name of a
 * variant contains `; ` or `: `.
 */
export function formatSeenVariants(seen: readonly LeadSeenVariant[]): string {
  return seen.map(({ path, variant }) => `${path}: ${variant}`).join('; ');
}

/** Parses a text from `formatSeenVariants`. Parts without `: ` are left out. */
export function parseSeenVariants(text: string): LeadSeenVariant[] {
  return text.split('; ').flatMap((each) => {
    const at = each.indexOf(': ');
    return at < 0 ? [] : [{ path: each.slice(0, at), variant: each.slice(at + 2) }];
  });
}
