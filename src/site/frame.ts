import type { SiteSettings } from '../content/site-settings.ts';
import type { MenuItem, PageDocument } from '../content/types.ts';
import type { FormState } from '../leads/form-state.ts';

/** What the frame around every page shows. */
export interface FrameContent {
  settings: SiteSettings;
  primary: readonly MenuItem[];
  footer: readonly MenuItem[];
}

/** Everything the server gives the browser with a document, so that nothing is fetched again. */
export interface AppData {
  /** The page of this address; null for the not-found page. */
  document: PageDocument | null;
  frame: FrameContent;
  /** The address visitors use, without a path. */
  origin: string;
  /** The year in the footer, so that server and browser agree. */
  year: number;
  /** Whether what fails in a block is shown on the page: to developers, never to visitors. */
  showFaults: boolean;
  /** Google Analytics; null: no statistics. */
  measurementId: string | null;
  /** The path leads are sent to, where a setting names one. */
  leadEndpoint: string | null;
  /** Whether a lead must bring a proof of work. */
  proofOfWork: boolean;
  /** Where forms stand, by placement key, when the document answers a form that was posted without script. */
  forms?: Readonly<Record<string, FormState>>;
  /** By block, the files of views that come when they are near, besides the application's own. */
  nearViews: Readonly<Record<string, readonly string[]>>;
}
