/** Readable names of the specified sources. The CRM gets the sources unchanged. */
const names: ReadonlyMap<string, string> = new Map([
  ['Home Page', 'Home page request'],
  ['Market Report', 'Market report'],
  ['Buy Page', 'Buyer consultation'],
  ['Sell Page', 'Seller consultation'],
  ['MortgageGuide Page', 'Mortgage question'],
  ['HomeBuyingProcess Page', 'Buying process question'],
  ['FirstTimeBuyers Page', 'First-time buyer question'],
  ['MoveInReady Page', 'Home search request'],
  ['MarketingStrategy Page', 'Strategy call'],
  ['FsboVsAgent Page', 'Selling consultation'],
  ['HomeValuation Page', 'Valuation request'],
  ['About Page', 'Message from the About page'],
  ['Contact Page', 'Contact message'],
  ['Communities Page', 'Question about an area'],
  ['Lead Form Demo', 'Form demo'],
]);

/**
 * Returns a readable source of a lead: `Valuation request · /sell/home-valuation`. An editor's own source is kept, with
 * spaces inserted between its CamelCase words. Null if neither source nor page is known.
 */
export function formatLeadSource(source: string | null, page: string | null): string | null {
  const { name, path: ownPath } = readSource(source);
  const path = page ?? ownPath;
  return [name || (path ? WITHOUT_NAME : ''), path].filter(Boolean).join(' · ') || null;
}

/**
 * Returns the readable name of a source without its page: `Valuation request`. A source that is only a path is returned
 * as `Website form · /path`. Null if there is no source.
 */
export function leadSourceName(source: string | null): string | null {
  const { name, path } = readSource(source);
  return name || (path === null ? null : `${WITHOUT_NAME} · ${path}`);
}

const WITHOUT_NAME = 'Website form';

function readSource(source: string | null): { name: string; path: string | null } {
  const [, text = '', path = null] = /^(.*?)\s*(?:\((\/\S*)\))?$/s.exec(source?.trim() ?? '') ?? [];
  if (text.startsWith('/')) return { name: '', path: path ?? text };
  return { name: names.get(text) ?? text.replace(/(?<=[a-z])(?=[A-Z])/g, ' '), path };
}
