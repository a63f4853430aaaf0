import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { blockExampleNames, type BlockExampleName } from '../../contracts/operators/block-catalogue.ts';
import { ChoiceRow } from '../parts/controls/choice-row.tsx';
import type { ColorScheme } from './block-frame.tsx';

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
`;

const WIDTHS = [360, 768, 1440] as const;
type Width = (typeof WIDTHS)[number];
const COLORS: readonly ColorScheme[] = ['light', 'dark'];

const CONTENTS: Readonly<Record<BlockExampleName, readonly [label: string, words: string]>> = {
  example: ['Example', 'With all that it needs.'],
  added: [
    'Added',
    'With the texts that a new section starts with, and with pictures, which it starts without.',
  ],
  empty: ['Empty', 'With its default values only.'],
  longest: ['Longest', 'With long texts and as many rows as the fields allow.'],
  invalid: ['Invalid', 'With values that do not fit. Visitors see the built-in or default value instead.'],
};
const CONTENT_OPTIONS = blockExampleNames.map((name) => [name, CONTENTS[name][0]] as const);
const WIDTH_OPTIONS = WIDTHS.map((width) => [width, `${width} px`] as const);
const COLOR_OPTIONS = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

interface LiveChoices {
  content: BlockExampleName;
  width: Width;
  colors: ColorScheme;
  /** The buttons for these choices, with a description of the chosen content. */
  buttons: ReactNode;
}

/**
 * Returns the content, width (CSS pixels) and colors that the operator chose for the block examples, and the buttons to
 * change them. The choices are stored in the URL.
 */
export function useBlockExampleChoices(): LiveChoices {
  const [search, setSearch] = useSearchParams();
  const content = blockExampleNames.find((each) => each === search.get('content')) ?? 'example';
  const width = WIDTHS.find((each) => String(each) === search.get('width')) ?? usualWidth();
  const colors = COLORS.find((each) => each === search.get('colors')) ?? 'light';
  const choose = (parameter: string) => (value: string | number) => {
    // Read the URL itself: `search` may still have the previous choice while many blocks are being rendered.
    const next = new URLSearchParams(window.location.search);
    next.set(parameter, String(value));
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const buttons = (
    <>
      <Choices>
        <ChoiceRow label="Content" value={content} options={CONTENT_OPTIONS} onChange={choose('content')} />
        <ChoiceRow label="Width" value={width} options={WIDTH_OPTIONS} onChange={choose('width')} />
        <ChoiceRow label="Colors" value={colors} options={COLOR_OPTIONS} onChange={choose('colors')} />
      </Choices>
      <p role="status">{CONTENTS[content][1]} Links and forms lead nowhere here.</p>
    </>
  );
  return { content, width, colors, buttons };
}

/** Returns the initial width in CSS pixels: the one of `WIDTHS` that fits the operator's window best. */
function usualWidth(): Width {
  return window.innerWidth < 768 ? 360 : window.innerWidth < 1200 ? 768 : 1440;
}
