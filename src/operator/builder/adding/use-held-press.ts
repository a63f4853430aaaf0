import { createUsePuck, useGetPuck, type UiState } from '@puckeditor/core';
import { useEffect, useEffectEvent, useRef, type PointerEvent } from 'react';

const usePuckState = createUsePuck();

/**
 * The distance in CSS pixels up to which a press counts as one that does not move. Puck's drag sensor has the same
 * tolerance.
 */
const MAX_PRESS_DISTANCE_PX = 10;
const CHOICE = '[data-choice]';

interface HeldPress extends Pick<UiState, 'itemSelector'> {
  choice: Element;
}

/**
 * Returns a handler of `pointerdown` for the list of sections to add. Puck drags a card that is held for 200 ms. If the
 * card is released where it was pressed, the browser sends no click. When that drag has ended, the hook restores the
 * previously selected section and calls `onPress` with the card.
 */
export function useHeldPress(onPress: (choice: Element) => void): (event: PointerEvent) => void {
  const getPuck = useGetPuck();
  const isDragging = usePuckState(({ appState }) => appState.ui.isDragging);
  const released = useRef<HeldPress>(null);
  const listening = useRef<AbortController>(null);
  const press = useEffectEvent((isDragged: boolean) => {
    if (isDragged || !released.current) return;
    const { choice, itemSelector } = released.current;
    released.current = null;
    getPuck().dispatch({ type: 'setUi', ui: { itemSelector } });
    onPress(choice);
  });
  useEffect(() => press(isDragging), [isDragging]);
  useEffect(() => () => listening.current?.abort(), []);
  return ({ target, clientX, clientY }) => {
    const choice = target instanceof Element ? target.closest(CHOICE) : null;
    const { itemSelector } = getPuck().appState.ui;
    listening.current?.abort();
    const listener = new AbortController();
    listening.current = listener;
    const options = { capture: true, signal: listener.signal };
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && listener.abort(), options);
    document.addEventListener(
      'pointerup',
      (end) => {
        const distance = Math.hypot(end.clientX - clientX, end.clientY - clientY);
        // Without a drag, the browser sends a click. After a longer distance, Puck drops the card.
        const isHeld = getPuck().appState.ui.isDragging && distance <= MAX_PRESS_DISTANCE_PX;
        released.current = choice && isHeld ? { choice, itemSelector } : null;
      },
      { ...options, once: true },
    );
  };
}
