import { createUsePuck } from '@puckeditor/core';
import { use, useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { SmallButton } from '../../parts/controls/small-button.tsx';
import { WideDialog } from '../../parts/dialogs/wide-dialog.tsx';
import {
  useOpenedPageData,
  CanvasIsBehindContext,
  useCanvasState,
  type CanvasState,
} from '../editor-context.ts';
import { sectionWarnings, type SectionWarning } from '../fields/section-warnings.ts';
import { useFindField } from '../sections/use-find-field.ts';
import { useFocusField } from '../canvas/field-focus-store.ts';
import type { FieldMatch } from '../../../preview/find-field.ts';
import { dayInTimeZone } from '../../../builder/time-zones.ts';
import { pageHints, type CanvasHeading, type PageHint } from './page-hints.ts';
import { SharePreview } from './share-preview.tsx';

const usePuckState = createUsePuck();

const List = styled.ul`
  display: grid;
  gap: 0.5rem;
  padding: 0;
  list-style: none;
  li > * {
    display: grid;
    gap: 0.2rem;
    width: 100%;
    margin: 0;
    padding: 0.6rem 0.75rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.s};
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.9375rem;
    text-align: start;
    overflow-wrap: anywhere;
  }
  button {
    cursor: pointer;
  }
  button:hover {
    border-color: ${({ theme }) => theme.color.accent};
  }
`;

/** Milliseconds to wait for the canvas to render a change. */
const TYPING_PAUSE_MS = 300;

/** Returns the headings that these sections show on the canvas. */
function readHeadings(
  placements: CanvasState['placements'],
  find: (heading: Element) => FieldMatch | null,
): CanvasHeading[] {
  const canvas = document.querySelector('iframe')?.contentDocument;
  return [...(canvas?.querySelectorAll('h1, h2, h3, h4, h5, h6') ?? [])].flatMap((heading) => {
    const placement = heading.closest('[data-section]')?.getAttribute('data-section');
    if (!placement || !placements.has(placement)) return [];
    return [
      {
        level: Number(heading.tagName.slice(1)),
        text: heading.textContent.trim(),
        placement,
        find: () => find(heading)?.target ?? { placement, field: '' },
      },
    ];
  });
}

/**
 * A button with the number of hints, which opens the list of hints. In a menu, it has a label instead of an icon.
 * Hints never block a save.
 */
export function HintsButton({ isInMenu = false }: { isInMenu?: boolean }) {
  const canvas = useCanvasState();
  const { placements, blocks, head } = canvas;
  const find = useFindField();
  const isBehind = use(CanvasIsBehindContext);
  const [headings, setHeadings] = useState<readonly CanvasHeading[] | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isBehind) return;
    const timer = setTimeout(() => setHeadings(readHeadings(placements, find)), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [placements, isBehind, find]);
  const content = usePuckState(({ appState }) => appState.data.content);
  const { page, site } = useOpenedPageData();
  const { settings } = site.frame;
  const isPart = page.kind === 'section';
  const [openedAt] = useState(() => Date.now());
  // Call `pageHints` only when the headings have been read from the canvas, so that the page opens sooner.
  const found = useMemo(() => {
    if (headings === null) return { hints: [], grade: null };
    return pageHints({
      placements: [...placements.values()],
      blocks,
      headings,
      head,
      facts: settings,
      today: dayInTimeZone(openedAt, settings.site.timeZone),
      isPart,
    });
  }, [placements, blocks, headings, head, settings, openedAt, isPart]);
  const hints = useMemo(
    () => [...sectionWarnings(content, canvas, isBehind).map(hintOf), ...found.hints],
    [content, canvas, isBehind, found],
  );
  const open = () => {
    // Views may have loaded since the headings were last read.
    setHeadings(readHeadings(placements, find));
    setOpen(true);
  };
  return (
    <>
      {isInMenu ? (
        <SmallButton $look="outline" aria-haspopup="dialog" onClick={open}>
          Hints ({hints.length})
        </SmallButton>
      ) : (
        <IconButton
          icon="hints"
          label={`Hints (${hints.length})`}
          count={hints.length}
          aria-haspopup="dialog"
          onClick={open}
        />
      )}
      {isOpen && <HintsDialog hints={hints} grade={found.grade} onClose={() => setOpen(false)} />}
    </>
  );
}

const WARNINGS: Readonly<Record<SectionWarning['kind'], (detail: string) => string>> = {
  unseen: (detail) => `Visitors do not see this section. ${detail}`,
  empty: (detail) => `${detail}, so visitors see only a heading. Add a row, or hide the section.`,
  example: (detail) => `Still the example: ${detail}.`,
};

function hintOf({ kind, place, detail, target }: SectionWarning): PageHint {
  return { place, message: WARNINGS[kind](detail), target };
}

interface Props {
  hints: readonly PageHint[];
  grade: number | null;
  onClose: () => void;
}

function HintsDialog({ hints, grade, onClose }: Props) {
  const { page } = useOpenedPageData();
  const { head } = useCanvasState();
  const showField = useFocusField();
  const lead = (target: NonNullable<PageHint['target']>) => {
    onClose();
    showField(target);
  };
  return (
    <WideDialog title="Hints" onClose={onClose}>
      {hints.length === 0 && <p>There is nothing to point out on this page.</p>}
      <List>
        {hints.map(({ place, message, target, find }, index) => (
          <li key={index}>
            {target ? (
              <button type="button" onClick={() => lead(find?.() ?? target)}>
                <strong>{place}</strong>
                <span>{message}</span>
              </button>
            ) : (
              <p>
                <strong>{place}</strong>
                <span>{message}</span>
              </p>
            )}
          </li>
        ))}
      </List>
      {grade !== null && <p>Reading level: grade {grade} (Flesch-Kincaid). Up to 9 suits most readers.</p>}
      {head && <SharePreview head={head} address={`${location.host}${page.path ?? ''}`} />}
    </WideDialog>
  );
}
