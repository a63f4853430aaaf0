import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import styled from 'styled-components';
import { IconButton } from './icon-button.tsx';
import type { OperatorIconName } from './operator-icon.tsx';

const Around = styled.div`
  position: relative;
  display: flex;
  flex: none;
`;

const Box = styled.div`
  position: absolute;
  z-index: 30;
  inset-block-start: calc(100% + 0.4rem);
  inset-inline-end: 0;
  display: grid;
  gap: 0.1rem;
  width: max-content;
  min-width: 13rem;
  max-width: min(22rem, calc(100vw - 1rem));
  max-height: min(32rem, calc(100dvh - 5rem));
  overflow-y: auto;
  padding: 0.35rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
  &[hidden] {
    display: none;
  }
  @media (max-width: 40rem) {
    position: fixed;
    inset-block-start: 3.6rem;
    inset-inline-end: 0.5rem;
  }
  /* Doubled for a higher specificity, because buttons and links have their own styles. */
  && :is(button, a) {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    justify-content: start;
    width: 100%;
    min-height: 2.5rem;
    padding: 0.35rem 0.7rem;
    border: 0;
    border-radius: ${({ theme }) => theme.radius.s};
    background: none;
    color: ${({ theme }) => theme.color.ink};
    font-size: 0.875rem;
    font-weight: 400;
    text-align: start;
    text-decoration: none;
  }
  && :is(button, a):is(:hover, :focus-visible) {
    background: ${({ theme }) => theme.color.sand};
  }
  && button[aria-disabled='true'] {
    background: none;
  }
`;

interface Props {
  label: string;
  icon: OperatorIconName;
  /**
   * The controls in the box. Elements stay mounted while the box is closed, because some of them contain a dialog. A
   * function is called only while the box is open.
   */
  children: ReactNode | (() => ReactNode);
}

/**
 * A button that opens a box with further controls. A click on a button in the box closes the box and returns the focus
 * to the opening button. A dialog that the click opens then also returns the focus there when it closes. The arrow keys
 * move between the controls. Escape, or leaving the box, closes it.
 */
export function Dropdown({ label, icon, children }: Props) {
  const id = useId();
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const listening = new AbortController();
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node) || !around.current?.contains(target)) setOpen(false);
    };
    for (const type of ['pointerdown', 'focusin']) {
      document.addEventListener(type, leave, { capture: true, signal: listening.signal });
    }
    // A click on the canvas frame sends no event to this document, but the window loses the focus.
    addEventListener('blur', () => setOpen(false), { signal: listening.signal });
    around.current?.querySelector<HTMLElement>(`[id="${id}"] :is(button, a, select)`)?.focus();
    return () => listening.abort();
  }, [isOpen, id]);
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  const closeForTool = ({ target, currentTarget }: MouseEvent) => {
    // React events also bubble from dialogs in portals, which are outside of the box.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest('button')) close();
  };
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    if (key === 'Escape') close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined || target.matches('select')) return;
    event.preventDefault();
    const tools = [...currentTarget.querySelectorAll<HTMLElement>('button, a, select')];
    tools.at((tools.indexOf(target) + step) % tools.length)?.focus();
  };
  return (
    <Around ref={around}>
      <IconButton
        ref={button}
        icon={icon}
        label={label}
        tip="start"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <Box id={id} role="group" aria-label={label} hidden={!isOpen} onClick={closeForTool} onKeyDown={walk}>
        {typeof children === 'function' ? isOpen && children() : children}
      </Box>
    </Around>
  );
}
