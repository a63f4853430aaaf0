import { useGetPuck } from '@puckeditor/core';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import { useCanvasState } from '../editor-context.ts';
import { isContactDetail, useOpenSettingsForm } from './read-only-site-part.tsx';
import { elementAt, isElement } from '../inline-text/element-at.ts';
import { useCanvasEditing } from '../inline-text/canvas-editing.ts';
import { useFocusField } from './field-focus-store.ts';
import { useStartInlineEditing } from '../inline-text/inline-editing.ts';
import { useFindCanvasValue } from '../inline-text/use-find-canvas-value.ts';
import { useFindField } from '../sections/use-find-field.ts';
import type { CanvasPress } from './slow-press.ts';

/**
 * A picture that covers more than this fraction of its section is treated as background. The first click on a
 * background selects the section instead of opening the dialog of the picture.
 */
const BACKGROUND_SHARE = 0.6;

/** Returns the handlers for clicks on the canvas. Selecting the clicked section is left to Puck. */
export function useCanvasClicks() {
  const { placements, keyOf } = useCanvasState();
  const getPuck = useGetPuck();
  const showField = useFocusField();
  const find = useFindField();
  const openForm = useOpenSettingsForm();
  const typeInPlace = useStartInlineEditing();
  const values = useFindCanvasValue();
  const canvas = useCanvasEditing();

  const at = ({ target, clientX, clientY }: CanvasPress) => {
    const section = isElement(target)
      ? target.closest('[data-puck-component]')?.querySelector('[data-section]')
      : null;
    const placement = placements.get(section?.getAttribute('data-section') ?? '');
    const clicked = section && elementAt(section, clientX, clientY);
    return placement && clicked && !clicked.closest('[contenteditable]')
      ? { section, placement, clicked }
      : null;
  };
  const isSelected = (key: string) => {
    const { selectedItem } = getPuck();
    return selectedItem !== null && keyOf(selectedItem.props.id, selectedItem.type) === key;
  };

  return {
    /**
     * Opens the dialog of a link or a picture. For a link in a formatted text, starts inline editing with the dialog
     * for the link or, if the text cannot be edited inline, focuses its input.
     */
    click: (event: CanvasPress) => {
      const found = at(event);
      if (!found || event.detail > 1) return;
      const { section, placement, clicked } = found;
      const link = clicked.closest('a');
      const picture = link ? null : clicked.closest('img');
      if (picture && isBackground(picture, section) && !isSelected(placement.key)) return;
      const shown = link || picture ? find(clicked) : null;
      const value = shown?.isCertain ? values(shown.target) : null;
      if (!shown || !value) return;
      const point = { left: event.clientX, top: event.clientY };
      const { name } = fieldKindOf(value.field).input;
      if (link && name === 'html') {
        if (!typeInPlace(shown.target, clicked, { point, opensLink: true })) showField(shown.target);
      } else if ((link && name === 'link') || (picture && name === 'picture')) {
        const { label } = value.field;
        canvas.set({
          value: {
            kind: link ? 'link' : 'picture',
            label,
            value: value.value,
            set: (next) => value.set(next),
          },
        });
      }
    },
    /**
     * Starts inline editing of a text. If the canvas does not show the stored text exactly, focuses its input instead.
     * For contact details from the settings, opens the settings form.
     */
    doubleClick: (event: CanvasPress) => {
      const found = at(event);
      if (!found) return;
      const { placement, clicked } = found;
      const shown = find(clicked);
      if (openForm && !shown?.isCertain && isContactDetail(clicked)) return openForm('site');
      const { target, isCertain } = shown ?? { target: { placement: placement.key, field: '' } };
      const point = { left: event.clientX, top: event.clientY };
      if (!isCertain || !typeInPlace(target, clicked, { point })) showField(target);
    },
  };
}

function isBackground(picture: Element, section: Element): boolean {
  const [inner, outer] = [picture.getBoundingClientRect(), section.getBoundingClientRect()];
  return inner.width * inner.height > BACKGROUND_SHARE * outer.width * outer.height;
}
