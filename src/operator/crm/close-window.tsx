import { useState } from 'react';
import { Button } from '../../ui/form/button.tsx';

/** A button that closes the pop-up. Browsers refuse this if no script opened the window; then it shows a message. */
export function CloseWindowButton() {
  const [still, setStill] = useState(false);
  return (
    <>
      <Button
        type="button"
        $look="outline"
        onClick={() => {
          window.close();
          // If the window is still open after 300 ms, the browser has refused to close it.
          setTimeout(() => setStill(true), 300);
        }}
      >
        Close Window
      </Button>
      {still && <p role="status">The browser does not let this page close itself. Close the tab yourself.</p>}
    </>
  );
}
