import { createUsePuck, setDeep, useGetPuck, type UiState } from '@puckeditor/core';
import {
  cloneElement,
  isValidElement,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { VisuallyHidden } from '../../../ui/theme/visually-hidden.ts';
import { createReplaceAction } from '../sections/section-changes.ts';
import { inOrderBeforeDrag, withRowMoved } from './row-order.ts';
import { RowMoveButtons } from './row-move-buttons.tsx';

const usePuckState = createUsePuck();

/** Selects the headers of rows, except in the copy of a row that dnd-kit renders during a drag. */
const ROW_HEADER = '[class*="ArrayFieldItem-summary"]:not([data-dnd-placeholder] *)';
const OPEN_ROW = '[class*="ArrayFieldItem--isExpanded"]';
const DRAGGED_ROW = '[class*="ArrayFieldItem--isDragging"]';

type OnChange = (rows: unknown, ui?: Partial<UiState>) => void;

interface Props {
  /** Puck's input of a list. */
  children: ReactNode;
  id?: string;
  name: string;
  value: unknown;
  readOnly?: boolean | undefined;
  onChange: OnChange;
}

/**
 * Adds buttons to the open row of Puck's list that move it, and corrects two faults of dragging rows. Puck stores the
 * new order 250 ms after the end of a drag: in the section that is selected by then, and even if the drag was canceled.
 */
export function ReorderableListInput({ children, id = '', name, value, readOnly = false, onChange }: Props) {
  const getPuck = useGetPuck();
  const [section] = useState((): unknown => getPuck().selectedItem?.props.id);
  const state = usePuckState(({ appState }) => appState.ui.arrayState[id]);
  const items = state?.items;
  const openIndex = items?.findIndex(({ _arrayId }) => _arrayId === state?.openId) ?? -1;
  const { attach, root, openHeader, focusAfterMove } = useOpenRow();
  const [canceled] = useState(createCanceledDrag);
  const [said, setSaid] = useState('');
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];

  const setItems = (next: NonNullable<typeof items>) => {
    const { arrayState } = getPuck().appState.ui;
    const own = arrayState[id];
    if (!own) return;
    getPuck().dispatch({
      type: 'setUi',
      ui: { arrayState: { ...arrayState, [id]: { ...own, items: next } } },
    });
  };
  /** Stores rows in the section of this list, whichever section is selected now. */
  const storeInSection = (next: unknown, recordHistory: boolean) => {
    const { appState, dispatch } = getPuck();
    const index = appState.data.content.findIndex(({ props }) => props.id === section);
    const item = appState.data.content[index];
    if (!item) return;
    const changed = { ...item, props: { ...setDeep(item.props, name, next), id: item.props.id } };
    dispatch({ ...createReplaceAction(changed, index), recordHistory });
  };
  const store: OnChange = (next, ui) => {
    if (canceled.take()) {
      // Right after this call, Puck shows the order of the canceled drag. A new array makes Puck show the stored order.
      queueMicrotask(() => storeInSection([...rows], false));
    } else if (getPuck().selectedItem?.props.id === section) onChange(next, ui);
    else storeInSection(next, true);
  };
  const cancelDrag = useEffectEvent(() => {
    if (!items || !root.current || ownElements(root.current, DRAGGED_ROW).length === 0) return;
    canceled.note();
    setItems(inOrderBeforeDrag(items));
  });
  const move = (index: number, step: -1 | 1, button: HTMLElement) => {
    if (!items) return;
    const title = button.closest(ROW_HEADER)?.firstChild?.textContent ?? `Row ${index + 1}`;
    focusAfterMove(button);
    setItems(
      withRowMoved(items, index, step).map((each, place) =>
        Object.assign({}, each, { _currentIndex: place }),
      ),
    );
    store(withRowMoved(rows, index, step));
    setSaid(`“${title}” is row ${index + step + 1} of ${rows.length} now.`);
  };

  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && cancelDrag(), options);
    document.addEventListener('pointercancel', () => cancelDrag(), options);
    return () => listening.abort();
  }, []);
  return (
    <div ref={attach} data-rows="">
      {isValidElement<{ onChange: OnChange }>(children)
        ? cloneElement(children, { onChange: store })
        : children}
      {openHeader &&
        openIndex >= 0 &&
        !readOnly &&
        createPortal(
          <RowMoveButtons
            isFirst={openIndex === 0}
            isLast={openIndex === rows.length - 1}
            onMove={(step, button) => move(openIndex, step, button)}
          />,
          openHeader,
        )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/**
 * Finds the header of the open row of a list. `attach` is the ref of the element around the list. `focusAfterMove`
 * focuses a button again after its row has moved in the document, which takes the focus away.
 */
function useOpenRow() {
  const root = useRef<HTMLElement>(null);
  const pressed = useRef<HTMLElement>(null);
  const [openHeader, setOpenHeader] = useState<Element | null>(null);
  const attach = useCallback((element: HTMLElement | null) => {
    root.current = element;
    if (!element) return undefined;
    let known: readonly Element[] = [];
    const find = () => {
      const headers = ownElements(element, ROW_HEADER);
      setOpenHeader(headers.find((header) => header.parentElement?.matches(OPEN_ROW)) ?? null);
      const isSame = headers.length === known.length && headers.every((each, index) => each === known[index]);
      known = headers;
      if (isSame) return;
      pressed.current?.focus();
      pressed.current = null;
    };
    const observer = new MutationObserver(find);
    observer.observe(element, { subtree: true, childList: true });
    find();
    return () => observer.disconnect();
  }, []);
  const focusAfterMove = (button: HTMLElement) => {
    pressed.current = button;
  };
  return { attach, root, openHeader, focusAfterMove };
}

/** Returns the elements of a list, without those of lists in its rows. */
function ownElements(root: HTMLElement, selector: string): Element[] {
  return [...root.querySelectorAll(selector)].filter((each) => each.closest('[data-rows]') === root);
}

/** Remembers that a drag was canceled until Puck stores its order. */
function createCanceledDrag() {
  let isCanceled = false;
  return {
    note: () => {
      isCanceled = true;
    },
    /** Returns whether the last drag was canceled, and forgets it. */
    take: () => {
      const was = isCanceled;
      isCanceled = false;
      return was;
    },
  };
}
