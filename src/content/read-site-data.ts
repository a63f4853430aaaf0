import { plainText } from './plain-text.ts';
import type { RestSiteData } from './rest-shapes.ts';
import type { SiteData } from './types.ts';

/** The site data that a REST answer tells of. */
export function readSiteData(raw: RestSiteData): SiteData {
  return {
    name: plainText(raw.name),
    description: plainText(raw.description),
    url: raw.url,
    home: raw.home,
    gmt_offset: Number(raw.gmt_offset),
    timezone_string: raw.timezone_string,
    site_logo: address(raw.site_logo),
    site_icon: address(raw.site_icon),
  };
}

/** A media id is no address: only the server can resolve it. */
function address(value: string | number | null | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
