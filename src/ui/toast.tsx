import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { Icon } from './icon.tsx';
import { Sign } from './sign.tsx';
import { keepFromFocus } from './toast-edge.ts';
import { addToaster, dismissToast, toastOf, watchToasts, type Toast } from './toast-store.ts';
import { swipeAway } from './toast-swipe.ts';
import { useToastTimer } from './toast-timer.ts';

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
  border-inline-start: 6px solid #f2946e;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme, $kind }) => ($kind === 'error' ? '#7c2412' : theme.color.deep)};
  color: ${({ theme }) => theme.color.onDeep};
  box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 0.28);
  font-size: 1rem;
  line-height: 1.4;
  touch-action: pan-y;
  /* A selection would be dragged instead of the slip. */
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

const nothing = () => undefined;

/**
 * The place where toasts appear. Mount it wherever toasts are shown: of several only the first renders. It stands at
 * the end of the document, outside every form, and its live regions are there before anything is said in them.
 */
export function Toaster() {
  const [self] = useState(Symbol);
  useEffect(() => addToaster(self), [self]);
  const toast = useSyncExternalStore(watchToasts, () => toastOf(self), nothing);
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
      // The focus goes back to where it was: a button that is gone would leave it nowhere.
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
      <Sign kind={toast.kind} />
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
