import { useEffect, useMemo, type ReactNode } from 'react';
import { EarlyPlacements } from './builder/early-placements.ts';
import { SurroundingsContext, type Surroundings } from './builder/surroundings.ts';
import { AppRoutes } from './routes.tsx';
import type { AppData } from './contracts/app-data.ts';
import { PageTransitions } from './site/page-transitions.ts';
import { usePageViews } from './site/page-views.ts';
import { PostedForms } from './site/posted-forms.tsx';
import { SiteFrame } from './site/site-frame.tsx';
import { surround, type Contexts } from './surround.tsx';
import { GlobalStyle } from './ui/theme/global-style.ts';

interface Props extends Contexts {
  /** The form states of the first document, if it is the response to a form post. */
  forms?: AppData['forms'];
  /** Only on the server; see `Surroundings`. */
  toHtml?: Surroundings['toHtml'];
  /** Called once the application is running. */
  onReady?: () => void;
}

/** The application, identical on the server and in the browser. The entry modules wrap it in a router. */
export function App({ provider, queryClient, site, faults, forms, toHtml, onReady }: Props) {
  usePageViews();
  useEffect(() => onReady?.(), [onReady]);
  const surroundings = useMemo(
    () => ({
      around: (view: ReactNode) => surround({ provider, queryClient, site, faults }, view),
      ...(toHtml && { toHtml }),
    }),
    [provider, queryClient, site, faults, toHtml],
  );
  const early = useMemo(() => new Set(Object.keys(forms ?? {})), [forms]);
  return surroundings.around(
    <>
      <GlobalStyle />
      <PageTransitions />
      <SurroundingsContext value={surroundings}>
        <EarlyPlacements value={early}>
          <SiteFrame>
            <PostedForms states={forms}>
              <AppRoutes />
            </PostedForms>
          </SiteFrame>
        </EarlyPlacements>
      </SurroundingsContext>
    </>,
  );
}
