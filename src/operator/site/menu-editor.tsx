import { useId } from 'react';
import styled from 'styled-components';
import {
  MAX_MENU_TITLE_CHARACTERS,
  type EditableMenuItem,
} from '../../contracts/operators/site-settings-calls.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { LabeledControl } from '../parts/dialogs/form-dialog.tsx';
import {
  canIndentMenuItem,
  menuItemDepth,
  withMenuItemMoved,
  withoutMenuItem,
  withMenuItemIndented,
} from './menu-items.ts';

const List = styled.ol`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Row = styled.li<{ $depth: number }>`
  display: grid;
  gap: 0.5rem;
  padding-block-end: ${({ theme }) => theme.space.s};
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  margin-inline-start: ${({ $depth }) => $depth * 1.5}rem;
  @media (min-width: 40rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.35rem;
  grid-column: 1 / -1;
`;

interface Props {
  items: readonly EditableMenuItem[];
  paths: readonly { path: string; title: string }[];
  onChange: (items: readonly EditableMenuItem[]) => void;
}

/**
 * Edits the items of a menu: adds and removes them, and changes their titles, link targets, order and nesting. `paths`
 * are the suggested link targets.
 */
export function MenuEditor({ items, paths, onChange }: Props) {
  const known = useId();
  const change = (id: number, more: Partial<EditableMenuItem>) =>
    onChange(items.map((item) => (item.id === id ? { ...item, ...more } : item)));
  const newId = Math.max(0, ...items.map(({ id }) => id)) + 1;
  return (
    <>
      <datalist id={known}>
        {paths.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
      <List>
        {items.map((item, index) => {
          const { id, title, url, page, parent } = item;
          const name = title || `item ${index + 1}`;
          return (
            <Row key={id} $depth={menuItemDepth(items, item)}>
              <LabeledControl>
                Title
                <input
                  value={title}
                  maxLength={MAX_MENU_TITLE_CHARACTERS}
                  onChange={({ target }) => change(id, { title: target.value })}
                />
              </LabeledControl>
              {page === undefined ? (
                <LabeledControl>
                  Leads to
                  <input
                    value={url}
                    list={known}
                    maxLength={500}
                    placeholder="/about or https://…"
                    onChange={({ target }) => change(id, { url: target.value })}
                  />
                </LabeledControl>
              ) : (
                <p>Leads to the page of this name, at whatever address it has.</p>
              )}
              <Buttons>
                <SmallButton
                  $look="outline"
                  aria-label={`Move ${name} up`}
                  disabled={withMenuItemMoved(items, id, -1) === items}
                  onClick={() => onChange(withMenuItemMoved(items, id, -1))}
                >
                  Up
                </SmallButton>
                <SmallButton
                  $look="outline"
                  aria-label={`Move ${name} down`}
                  disabled={withMenuItemMoved(items, id, 1) === items}
                  onClick={() => onChange(withMenuItemMoved(items, id, 1))}
                >
                  Down
                </SmallButton>
                {parent === 0 ? (
                  <SmallButton
                    $look="outline"
                    aria-label={`Indent ${name}`}
                    disabled={!canIndentMenuItem(items, id)}
                    onClick={() => onChange(withMenuItemIndented(items, id, true))}
                  >
                    Indent
                  </SmallButton>
                ) : (
                  <SmallButton
                    $look="outline"
                    aria-label={`Outdent ${name}`}
                    onClick={() => onChange(withMenuItemIndented(items, id, false))}
                  >
                    Outdent
                  </SmallButton>
                )}
                <SmallButton
                  $look="outline"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(withoutMenuItem(items, id))}
                >
                  Remove
                </SmallButton>
              </Buttons>
            </Row>
          );
        })}
      </List>
      <div>
        <SmallButton
          $look="outline"
          onClick={() => onChange([...items, { id: newId, title: '', url: '', parent: 0 }])}
        >
          Add an item
        </SmallButton>
      </div>
    </>
  );
}
