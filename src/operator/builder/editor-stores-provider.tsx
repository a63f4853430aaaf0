import { useState, type ReactNode } from 'react';
import { createDelayedUndo, DelayedUndoContext } from './undo/restore-undo-step.ts';
import { createFieldFocusStore, FieldFocusStoreContext } from './canvas/field-focus-store.ts';
import { CanvasEditingContext, createCanvasEditing } from './inline-text/canvas-editing.ts';
import { ChosenSectionsContext, createChosenSections } from './sections/chosen-sections.ts';

/** Provides the stores that the parts of one page editor share besides Puck's state. */
export function EditorStoresProvider({ children }: { children: ReactNode }) {
  const [fieldFocusRequest] = useState(createFieldFocusStore);
  const [delayedUndo] = useState(createDelayedUndo);
  const [canvasEditing] = useState(createCanvasEditing);
  const [chosenSections] = useState(createChosenSections);
  return (
    <FieldFocusStoreContext value={fieldFocusRequest}>
      <DelayedUndoContext value={delayedUndo}>
        <CanvasEditingContext value={canvasEditing}>
          <ChosenSectionsContext value={chosenSections}>{children}</ChosenSectionsContext>
        </CanvasEditingContext>
      </DelayedUndoContext>
    </FieldFocusStoreContext>
  );
}
