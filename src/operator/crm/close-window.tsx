import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Closes the pop-up. A browser closes only windows that a script opened; then this says so. */
export function CloseWindow() {
  const [still, setStill] = useState(false);
  return (
    <>
      <Button
        type="button"
        $look="outline"
        onClick={() => {
          window.close();
          // It is still there a moment later where the browser refuses.
          setTimeout(() => setStill(true), 300);
        }}
      >
        Close Window
      </Button>
      {still && <p role="status">The browser does not let this page close itself. Close the tab yourself.</p>}
    </>
  );
}
