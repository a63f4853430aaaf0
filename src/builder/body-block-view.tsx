import { Suspense, useContext, type ReactNode } from 'react';
import { BlockFaultContext } from './placement-context.ts';
import { BlockViewRegistryContext } from './block-view-registry.ts';
import { ViewErrorBoundary } from './view-error-boundary.tsx';

interface Props {
  id: string;
  /** The attributes as JSON. */
  attributes: string;
  /** The block's own HTML, which is shown if the view is missing or throws. */
  children: ReactNode;
}

/** Renders the view of a body block. An error in it affects only this block. */
export function BodyBlockView({ id, attributes, children }: Props) {
  const View = useContext(BlockViewRegistryContext).view(id);
  const { report } = useContext(BlockFaultContext);
  if (!View) return children;
  const threw = (error: unknown) => report({ kind: 'view-threw', block: id, key: id, detail: String(error) });
  return (
    <ViewErrorBoundary content={attributes} onError={threw} fallback={children}>
      {/* On the server, React catches errors at this boundary. */}
      <Suspense fallback={children}>
        <View {...(JSON.parse(attributes) as Record<string, unknown>)}>{children}</View>
      </Suspense>
    </ViewErrorBoundary>
  );
}
