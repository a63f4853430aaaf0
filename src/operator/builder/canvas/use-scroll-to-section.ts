import { createUsePuck } from '@puckeditor/core';
import { useEffect } from 'react';
import { useCanvasEditing } from './canvas-editing.ts';
import { isElement } from './element-at.ts';

const usePuckState = createUsePuck();
/** Milliseconds after which the section is looked for again, because it or one above it may have got its content. */
const LOOK_AGAIN_MS = 500;
const INPUTS = ['pointerdown', 'keydown'];

/**
 * Scrolls the canvas to a section that is added, moved, pasted or chosen outside of the canvas. A click on the canvas does
 * not scroll, because the section is already there.
 */
export function useScrollToSection(): void {
  const place = usePuckState(
    ({ appState: { data, ui }, selectedItem }) =>
      selectedItem && `${ui.itemSelector?.index} of ${data.content.length}: ${selectedItem.props.id}`,
  );
  const { used } = useCanvasEditing();
  useEffect(() => {
    const listening = new AbortController();
    for (const type of INPUTS) {
      document.addEventListener(type, () => Object.assign(used, { isCanvas: false }), {
        capture: true,
        signal: listening.signal,
      });
    }
    return () => listening.abort();
  }, [used]);
  useEffect(() => {
    if (place === null || used.isCanvas) return;
    const id = place.slice(place.indexOf(': ') + 2);
    const frame = requestAnimationFrame(() => scrollTo(id));
    const timer = setTimeout(() => scrollTo(id), LOOK_AGAIN_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [place, used]);
}

/** Notes in the canvas whether it is used itself. The tools that float at a section move it out of sight, so they do not count. */
export function useNoteCanvas(frame: Document | undefined): void {
  const { used } = useCanvasEditing();
  useEffect(() => {
    const listening = new AbortController();
    const note = ({ target }: Event) => {
      used.isCanvas = !isElement(target) || target.closest('[data-puck-overlay]') === null;
    };
    for (const type of INPUTS) {
      frame?.addEventListener(type, note, { capture: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, [frame, used]);
}

function scrollTo(id: string): void {
  const frame = document.querySelector<HTMLIFrameElement>('#preview-frame')?.contentDocument;
  const section = frame?.querySelector(`[data-puck-component="${CSS.escape(id)}"]`);
  const view = frame?.defaultView;
  if (!section || !view) return;
  const { top, bottom, height } = section.getBoundingClientRect();
  // Its beginning is in the upper half, or all of it is there.
  if (top >= 0 && (bottom <= view.innerHeight || top < view.innerHeight / 2)) return;
  const isCalm = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({
    block: height < view.innerHeight ? 'center' : 'start',
    behavior: isCalm ? 'auto' : 'smooth',
  });
}
