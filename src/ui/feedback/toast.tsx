import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
} from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { darkColors, errorToastBackground } from '../../contracts/brand.ts';
import { Icon } from '../theme/icon.tsx';
import { StatusIcon } from './status-icon.tsx';
import {
  addToaster,
  dismissToast,
  TOAST_DURATION_MS,
  toastOf,
  subscribeToToasts,
  type Toast,
} from './toast-store.ts';

const Slip = styled.div<{ $kind: Toast['kind'] }>`
  position: fixed;
  z-index: 1000;
  inset-inline: 0.75rem;
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: 0.75rem;
  align-items: start;
  max-width: 420px;
  margin-inline: auto;
  padding: 0.875rem 0.5rem 0.875rem 1rem;
  border: 1px solid ${({ theme }) => theme.color.deepLine};
  border-inline-start: 6px solid ${darkColors.accent};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme, $kind }) => ($kind === 'error' ? errorToastBackground : theme.color.deep)};
  color: ${({ theme }) => theme.color.onDeep};
  box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 0.28);
  font-size: 1rem;
  line-height: 1.4;
  touch-action: pan-y;
  /* Otherwise a swipe could drag selected text instead of the toast. */
  user-select: none;
  &[data-edge='top'] {
    inset-block-start: calc(0.75rem + env(safe-area-inset-top));
  }
  &[data-edge='bottom'] {
    inset-block-end: calc(0.75rem + env(safe-area-inset-bottom) + var(--below, 0px));
  }
  strong {
    display: block;
    font-weight: 650;
  }
  @media (min-width: 48rem) {
    inset-inline: auto 1.5rem;
    width: 420px;
  }
  @media (prefers-reduced-motion: no-preference) {
    transition: translate 0.12s;
    @starting-style {
      opacity: 0;
    }
  }
  @media print {
    display: none;
  }
`;

const Close = styled.button.attrs({ type: 'button' })`
  display: grid;
  place-items: center;
  width: 2.75rem;
  height: 2.75rem;
  margin: -0.6rem 0;
  border: 0;
  border-radius: ${({ theme }) => theme.radius.s};
  background: none;
  cursor: pointer;
  &:focus-visible {
    outline-color: currentColor;
    outline-offset: -3px;
  }
`;

/** CSS pixels that a swipe to the right must exceed to dismiss a toast. As specified. */
export const SWIPE_THRESHOLD_PX = 50;
/** CSS pixels that a pointer must move before a swipe starts. Shorter movements count as a tap. */
const SLACK_PX = 8;

const nothing = () => undefined;

/**
 * Displays toasts. Mount it wherever toasts are used: if several are mounted, only the first one renders. It renders at
 * the end of the document, outside every form. Its live regions exist before any message appears.
 */
export function Toaster() {
  const [self] = useState(Symbol);
  useEffect(() => addToaster(self), [self]);
  const toast = useSyncExternalStore(subscribeToToasts, () => toastOf(self), nothing);
  if (toast === undefined) return null;
  const urgent = toast?.kind === 'error';
  return createPortal(
    <>
      <div role="status">{toast && !urgent && <ToastSlip toast={toast} />}</div>
      <div role="alert">{toast && urgent && <ToastSlip toast={toast} />}</div>
    </>,
    document.body,
  );
}

function ToastSlip({ toast }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const before = useRef<HTMLElement>(null);
  useToastTimer(toast, hovered || focused);

  const swipe = useMemo(() => swipeAway(() => dismissToast()), []);
  useEffect(() => {
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && dismissToast();
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, []);
  const attach = useCallback((slip: HTMLElement | null) => {
    if (!slip) return undefined;
    const stop = keepFromFocus(slip);
    return () => {
      stop();
      // Restore the focus, which is lost when the toast's button is removed.
      if (slip.contains(document.activeElement)) before.current?.focus();
    };
  }, []);

  return (
    <Slip
      ref={attach}
      $kind={toast.kind}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true);
        if (event.relatedTarget instanceof HTMLElement) before.current = event.relatedTarget;
      }}
      onBlur={() => setFocused(false)}
      {...swipe}
    >
      <StatusIcon kind={toast.kind} />
      <div>
        <strong>{toast.title}</strong>
        {toast.text}
      </div>
      <Close aria-label="Close" onClick={() => dismissToast()}>
        <Icon name="close" size={20} />
      </Close>
    </Slip>
  );
}

/**
 * Dismisses a toast when its time is up. The timer pauses while the tab is hidden, and while `held` is true: the
 * pointer is over the toast, or the focus is in it.
 */
function useToastTimer(toast: Toast, held: boolean): void {
  const left = useRef({ toast, ms: TOAST_DURATION_MS });
  useEffect(() => {
    if (left.current.toast !== toast) left.current = { toast, ms: TOAST_DURATION_MS };
    if (held) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since = 0;
    const stop = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left.current.ms -= performance.now() - since;
    };
    const follow = () => {
      stop();
      if (document.hidden) return;
      since = performance.now();
      timer = setTimeout(() => dismissToast(toast), left.current.ms);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [toast, held]);
}

/** Returns pointer handlers that dismiss an element when it is swiped to the right. */
function swipeAway(dismiss: () => void) {
  let start: number | null = null;
  const drop = (element: HTMLElement) => {
    start = null;
    element.style.translate = '';
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.isPrimary && event.button === 0) start = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      // The pointer was released outside the toast, so the swipe is over.
      if (event.buttons === 0) drop(event.currentTarget);
      if (start === null) return;
      const distance = event.clientX - start;
      if (distance < SLACK_PX) return;
      // Do not capture the pointer earlier: a tap on a button in the toast would miss its target.
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.style.translate = `${distance}px`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start === null) return;
      const distance = event.clientX - start;
      drop(event.currentTarget);
      if (distance > SWIPE_THRESHOLD_PX) dismiss();
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      drop(event.currentTarget);
    },
  };
}

/**
 * Keeps a toast at the top or bottom of the visible area, whichever is farther from the focused element, and above a
 * phone's keyboard, so that the toast does not cover the field in use. Returns a function that stops repositioning it.
 */
function keepFromFocus(toast: HTMLElement): () => void {
  const view = window.visualViewport;
  const place = () => {
    const top = view?.offsetTop ?? 0;
    const height = view?.height ?? window.innerHeight;
    const focus = document.activeElement;
    const box = focus && focus !== document.body && !toast.contains(focus) && focus.getBoundingClientRect();
    toast.dataset['edge'] = box && (box.top + box.bottom) / 2 > top + height / 2 ? 'top' : 'bottom';
    toast.style.setProperty('--below', `${Math.max(0, window.innerHeight - top - height)}px`);
  };
  place();
  document.addEventListener('focusin', place);
  view?.addEventListener('resize', place);
  return () => {
    document.removeEventListener('focusin', place);
    view?.removeEventListener('resize', place);
  };
}
