import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { EagerPlacementsContext, AppWrapperContext, type AppWrapper } from './builder/placement-context.ts';
import { AppRoutes } from './routes.tsx';
import type { AppData } from './contracts/app-data.ts';
import type { PostedFormState } from './contracts/leads/form-state.ts';
import { trackPageView } from './leads/analytics.ts';
import { FormStatesContext } from './leads/posted-form-context.ts';
import { SiteFrame } from './site/site-frame.tsx';
import { withAppContexts, type AppContexts } from './app-contexts.tsx';

interface Props extends AppContexts {
  /** The form states of the first document, if it is the response to a form post. */
  forms?: AppData['forms'];
  /**
   * The styles of the document. Left out if the server has already sent them, so that the browser does not load their
   * code.
   */
  styles?: ReactNode;
  /** Renders a node to HTML. Passed only on the server; see `AppWrapper`. */
  toHtml?: AppWrapper['toHtml'];
  /** Called once the application is running. */
  onReady?: () => void;
}

/** The application, identical on the server and in the browser. The entry modules wrap it in a router. */
export function App({ provider, queryClient, site, faults, forms, styles, toHtml, onReady }: Props) {
  usePageViews();
  useEffect(() => onReady?.(), [onReady]);
  const surroundings = useMemo(
    () => ({
      around: (view: ReactNode) => withAppContexts({ provider, queryClient, site, faults }, view),
      ...(toHtml && { toHtml }),
    }),
    [provider, queryClient, site, faults, toHtml],
  );
  const early = useMemo(() => new Set(Object.keys(forms ?? {})), [forms]);
  return surroundings.around(
    <>
      {styles}
      <AppWrapperContext value={surroundings}>
        <EagerPlacementsContext value={early}>
          <SiteFrame>
            <PostedForms states={forms}>
              <AppRoutes />
            </PostedForms>
          </SiteFrame>
        </EagerPlacementsContext>
      </AppWrapperContext>
    </>,
  );
}

/** Tracks page views after client-side navigations. The loader has already tracked the first page. */
function usePageViews(): void {
  const { pathname } = useLocation();
  const counted = useRef(pathname);
  useEffect(() => {
    if (counted.current === pathname) return;
    counted.current = pathname;
    trackPageView(pathname);
  }, [pathname]);
}

const noForms: Readonly<Record<string, PostedFormState>> = {};

/**
 * Provides the states of forms if the first document is the response to a form post. The states are discarded when the
 * visitor leaves the page, so its forms are empty on return.
 */
function PostedForms({
  states = noForms,
  children,
}: {
  states: typeof noForms | undefined;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [left, setLeft] = useState(false);
  if (!left && pathname !== first) setLeft(true);
  return <FormStatesContext value={left ? noForms : states}>{children}</FormStatesContext>;
}
