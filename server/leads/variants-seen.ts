/** A variant of a page's layout that a visitor saw before becoming a lead. */
interface SeenByLead {
  path: string;
  variant: string;
}

/** Writes the variants as a lead stores them: `/: Original; /sell: Short form`. Neither part contains `; ` or `: `. */
export function variantsText(seen: readonly SeenByLead[]): string {
  return seen.map(({ path, variant }) => `${path}: ${variant}`).join('; ');
}

/** Reads the variants that a lead stores. */
export function readVariants(text: string): SeenByLead[] {
  return text.split('; ').flatMap((each) => {
    const at = each.indexOf(': ');
    return at < 0 ? [] : [{ path: each.slice(0, at), variant: each.slice(at + 2) }];
  });
}
