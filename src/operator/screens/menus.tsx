import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import {
  siteSettingsCalls,
  type EditableMenuItem,
  type EditableMenu,
} from '../../contracts/operators/site-settings-calls.ts';
import { apiQuery, callApi } from '../call-api.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { EditInWordPressNote } from '../site/edit-in-wordpress-note.tsx';
import { LiveSiteLayout } from '../site/live-site.tsx';
import { MenuEditor } from '../site/menu-editor.tsx';
import { menuFault } from '../site/menu-items.ts';
import { useWarnBeforeLeaving } from '../use-warn-before-leaving.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

const NAMES = { primary: 'Header', footer: 'Footer' } as const;

/**
 * The screen that edits the menus in the site's header and footer, beside the live site. If the content comes from
 * WordPress, it only links to the menus screen there.
 */
export default function MenusScreen() {
  const [saves, setSaves] = useState(0);
  const { data, error, refetch } = useQuery({
    ...apiQuery(siteSettingsCalls.menus, {}),
    // A refetch must not overwrite what the operator has typed.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      <ScreenIntro>The menus in the header and the footer of every page.</ScreenIntro>
      {error && <ErrorState title="Failed to load the menus" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState label="Loading the menus…" />}
      {data?.source === 'wordpress' && <EditInWordPressNote what="Menus" screen={data.screen} />}
      {data?.source === 'embedded' && (
        <LiveSiteLayout version={saves}>
          <Parts>
            {data.menus.map((menu) => (
              <MenuForm
                key={menu.location}
                menu={menu}
                paths={data.paths}
                onSaved={() => setSaves((before) => before + 1)}
              />
            ))}
          </Parts>
        </LiveSiteLayout>
      )}
    </>
  );
}

interface Props {
  menu: EditableMenu;
  paths: readonly { path: string; title: string }[];
  onSaved: () => void;
}

function MenuForm({ menu, paths, onSaved }: Props) {
  const { location } = menu;
  const [base, setBase] = useState(menu.base);
  const [items, setItems] = useState(menu.items);
  const [saved, setSaved] = useState(menu.items);
  const isChanged = items !== saved;
  useWarnBeforeLeaving(isChanged);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (changed: readonly EditableMenuItem[]) =>
      callApi(siteSettingsCalls.saveMenu, { location, base, items: [...changed] }),
    onSuccess(answer, changed) {
      setBase(answer.base);
      // Not the current items, because the operator may have changed more during the save.
      setSaved(changed);
      onSaved();
    },
  });
  const fault = menuFault(items);
  return (
    <Panel title={NAMES[location]}>
      <MenuEditor
        items={items}
        paths={paths}
        onChange={(changed) => {
          setItems(changed);
          if (!save.isPending) save.reset();
        }}
      />
      <div>
        <SmallButton disabled={save.isPending || fault !== null} onClick={() => save.mutate(items)}>
          {save.isPending ? 'Saving…' : `Save the ${NAMES[location].toLowerCase()} menu`}
        </SmallButton>
      </div>
      <p role="status">
        {save.isSuccess && !isChanged && 'Saved. Every page shows it.'}
        {fault}
      </p>
      {save.error && <p role="alert">{errorMessage(save.error)}</p>}
    </Panel>
  );
}
