import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { preserveTypedValues } from './builder/preserve-typed-values.ts';
import { blockViewRegistry } from './builder/block-view-registry.ts';
import { saveServerHtml } from './builder/server-html.ts';
import { eagerBlockIds } from './contracts/placement.ts';
import { firstDocumentData } from './first-document.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('There is no root. Reload the page.');
  const { placements, forms, contexts } = firstDocumentData();
  const early = new Set(Object.keys(forms ?? {}));
  await blockViewRegistry.load(
    contexts.faults.show ? placements.map(({ block }) => block) : eagerBlockIds(placements, early),
  );
  saveServerHtml(root, placements);
  const restoreTyped = preserveTypedValues(root);
  await new Promise<void>((resolve) => {
    // A transition yields to the browser every few milliseconds, so that input is handled in between.
    startTransition(() => {
      hydrateRoot(
        root,
        <BrowserRouter>
          <App {...contexts} forms={forms} onReady={resolve} />
        </BrowserRouter>,
      );
    });
  });
  restoreTyped();
  document.documentElement.dataset['app'] = 'ready';
}

/** Resolves when the application is running. Rejects with an `Error` if the document has no root or no data. */
export const ready = start();
