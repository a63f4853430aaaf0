import { createUsePuck } from '@puckeditor/core';
import { useEffect } from 'react';
import { useCanvasEditing } from '../inline-text/canvas-editing.ts';
import { isElement } from '../inline-text/element-at.ts';

const usePuckState = createUsePuck();
/**
 * Milliseconds until the second scroll. Sections whose content loads late can move the target after the first one.
 */
const LOOK_AGAIN_MS = 500;
const INPUTS = ['pointerdown', 'keydown'];

/**
 * Scrolls the canvas to a section that is added, moved, pasted, or selected outside of the canvas. Does not scroll if
 * the last click or key press was on the canvas itself, because the section is already visible then.
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

/**
 * Records whether the last click or key press was on the canvas itself. The toolbar of a section does not count,
 * because its buttons can move the section out of view.
 */
export function useTrackCanvasInput(frame: Document | undefined): void {
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
  // The top of the section is in the upper half of the canvas, or the whole section is visible.
  if (top >= 0 && (bottom <= view.innerHeight || top < view.innerHeight / 2)) return;
  const isCalm = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({
    block: height < view.innerHeight ? 'center' : 'start',
    behavior: isCalm ? 'auto' : 'smooth',
  });
}
