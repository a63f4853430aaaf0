import { setDeep, type Data } from '@puckeditor/core';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { pageCalls } from '../../../contracts/operators/page-calls.ts';
import { viewIdsOf } from '../../../builder/body-block.ts';
import { BlockViewRegistryContext } from '../../../builder/block-view-registry.ts';
import type { CanvasContent, EditablePage } from '../../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { errorMessage } from '../../parts/states/error-message.ts';
import { callApi } from '../../call-api.ts';
import { stablePageAt } from '../builder-paths.ts';
import type { CanvasState } from '../editor-context.ts';
import {
  boundSectionIds,
  isEqualJson,
  toPlacements,
  pageChanges,
  type BlocksById,
  type ItemKeyOf,
} from '../saving/page-data.ts';

/** Milliseconds without a further change before the page is sent to the server. */
const TYPING_PAUSE_MS = 150;

/**
 * Returns the state of the canvas. `show` sends changed data to the server, which resolves the page as for visitors,
 * and updates the canvas with the result. `fault` is the error message if the last update failed, otherwise null.
 * `isBehind`: the canvas does not show the latest change yet. `isTyping`: somebody is typing on the canvas.
 */
export function useCanvas(page: EditablePage, initial: CanvasContent, blocks: BlocksById, keyOf: ItemKeyOf) {
  const registry = use(BlockViewRegistryContext);
  const [canvas, setCanvas] = useState(initial);
  const [views, setViews] = useState(false);
  const [isBehind, setBehind] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(0);
  const changes = useRef(0);
  useEffect(() => {
    void registry.load(viewIdsOf(initial.placements)).then(() => setViews(true));
    return () => clearTimeout(timer.current);
  }, [registry, initial]);

  const show = useCallback(
    (data: Data) => {
      clearTimeout(timer.current);
      setBehind(true);
      setTyping(false);
      const change = (changes.current += 1);
      timer.current = setTimeout(async () => {
        const own = (latest.current += 1);
        const { values } = pageChanges(data, page, blocks, keyOf);
        const layout = toPlacements(data, page, keyOf);
        try {
          const next = await callApi(pageCalls.canvas, {
            at: stablePageAt(page),
            layout,
            values: { ...page.values, ...values },
          });
          await registry.load(viewIdsOf(next.placements));
          if (own !== latest.current) return;
          setCanvas((before) => ({ ...next, placements: reused(before.placements, next.placements) }));
          setFault(null);
        } catch (error) {
          if (own !== latest.current) return;
          setFault(`The canvas does not show the last change: ${errorMessage(error)}`);
        }
        // If there is a newer change, the canvas stays behind until that change is resolved.
        if (change === changes.current) setBehind(false);
      }, TYPING_PAUSE_MS);
    },
    [page, blocks, keyOf, registry],
  );

  const assume = useCallback((key: string, path: string, text: string) => {
    setCanvas((before) => ({
      ...before,
      placements: before.placements.map((each) =>
        each.key === key ? { ...each, props: setDeep(each.props, path, text) } : each,
      ),
    }));
  }, []);

  const state = useMemo((): CanvasState => {
    const placements = views ? canvas.placements : [];
    const faults = new Map<string, string[]>();
    for (const { section = '', message } of canvas.faults) {
      faults.set(section, [...(faults.get(section) ?? []), message]);
    }
    return {
      blocks,
      placements: new Map(placements.map((placement) => [placement.key, placement])),
      faults,
      first: placements.find(({ region }) => region === 'main')?.key ?? null,
      head: canvas.head,
      keyOf,
      bound: boundSectionIds(page),
      show,
      assume,
      noteTyping: setTyping,
    };
  }, [canvas, views, blocks, keyOf, page, show, assume]);
  return { state, show, fault, isTyping, isBehind: isBehind || !views };
}

/** Keeps the object identity of unchanged placements, so that only changed ones render again. */
function reused(
  before: readonly ResolvedPlacement[],
  next: readonly ResolvedPlacement[],
): readonly ResolvedPlacement[] {
  const known = new Map(before.map((placement) => [placement.key, placement]));
  return next.map((placement) => {
    const old = known.get(placement.key);
    return old && isEqualJson(old, placement) ? old : placement;
  });
}
