import type { SiteSettings } from './site-settings.ts';
import type { MenuItem, PageDocument } from './content.ts';
import type { PostedFormState } from './leads/form-state.ts';

/** The id of the element that holds the application's data in the document. */
export const APP_DATA_ID = 'app-data';

/** The content of the header and footer around every page. */
export interface HeaderAndFooterContent {
  settings: SiteSettings;
  primary: readonly MenuItem[];
  footer: readonly MenuItem[];
}

/** The data that the server sends with a rendered document, so that the browser need not fetch it. */
export interface AppData {
  /** The page at this URL; null for the not-found page. */
  document: PageDocument | null;
  frame: HeaderAndFooterContent;
  /** The public origin of the site, without a path. */
  origin: string;
  /** The year in the footer. The server sends it so that the browser renders the same year. */
  year: number;
  /** Whether errors in blocks are shown on the page: true in development, in previews and on the builder's canvas. */
  showFaults: boolean;
  /** The Google Analytics measurement ID; null turns analytics off. */
  measurementId: string | null;
  /** Overrides the path that leads are sent to; null for the default. */
  leadEndpoint: string | null;
  /** Form states by placement key, when the document is the response to a form posted without JavaScript. */
  forms?: Readonly<Record<string, PostedFormState>>;
  /**
   * For each block of the page with `script: 'near'`, by block id: the files that the browser fetches before it imports
   * the view. Files that every page or form already loads are left out.
   */
  nearViews: Readonly<Record<string, readonly string[]>>;
}
