import { Puck, useGetPuck, type Config, type Data, type Overrides, type PuckApi } from '@puckeditor/core';
import { act } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { vi } from 'vitest';
import { ROOT_ZONE } from '../builder/sections/section-changes.ts';
import { renderScreen } from './render-screen.tsx';

interface Options {
  config: Config;
  /** The sections of the page. */
  content: Data['content'];
  overrides?: Partial<Overrides>;
  /** Rendered inside of Puck, instead of its editor. */
  children: ReactNode;
}

/**
 * Renders something inside of Puck. Returns a getter of Puck's API, and a function that selects the section at an
 * index, or none.
 */
export async function renderInPuck({ config, content, overrides = {}, children }: Options) {
  // Puck calls `matchMedia`, which jsdom does not have.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const apis: (() => PuckApi)[] = [];
  function Probe() {
    const getPuck = useGetPuck();
    useEffect(() => void apis.push(getPuck), [getPuck]);
    return null;
  }
  renderScreen(
    <Puck config={config} data={{ root: { props: {} }, content }} overrides={overrides}>
      <Probe />
      {children}
    </Puck>,
  );
  await act(async () => {});
  const getPuck = () => {
    const api = apis.at(-1);
    if (!api) throw new Error('Puck is not rendered.');
    return api();
  };
  const select = async (index: number | null) => {
    const itemSelector = index === null ? null : { index, zone: ROOT_ZONE };
    await act(async () => getPuck().dispatch({ type: 'setUi', ui: { itemSelector } }));
  };
  return { getPuck, select };
}
