import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import {
  editableSiteSettings,
  siteSettingsCalls,
  type SiteSettingsState,
} from '../../contracts/operators/site-settings-calls.ts';
import { apiQueryKey, apiQuery, callApi } from '../call-api.ts';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { EditInWordPressNote } from '../site/edit-in-wordpress-note.tsx';
import { LiveSiteLayout } from '../site/live-site.tsx';
import { SettingInputs } from '../site/settings-fields.tsx';
import {
  settingFaults,
  settingSchemas,
  withDialNumbers,
  withoutEmptyProfiles,
  withTypedSetting,
} from '../site/settings-schema.ts';
import { useWarnBeforeLeaving } from '../use-warn-before-leaving.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

/** Keeps the footer from covering the focused field. On phones, the footer is taller, as its text wraps below the button. */
const AroundFooter = createGlobalStyle`
  html {
    scroll-padding-block-end: 6rem;
  }
  @media (max-width: 47.99rem) {
    html {
      scroll-padding-block-end: 9rem;
    }
  }
`;

const Footer = styled.div`
  position: sticky;
  inset-block-end: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  align-items: center;
  padding-block: 0.75rem;
  background: ${({ theme }) => theme.color.paper};
`;

/**
 * The screen for the settings of the whole site, such as agent, brokerage, address and hours, beside the live site. If
 * the content comes from WordPress, it only links to the settings screen there.
 */
export default function SiteSettingsScreen() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(siteSettingsCalls.settings, {}),
    // A refetch must not overwrite what the operator has typed.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      <ScreenIntro>Name, contact details, office hours and everything else that each page shows.</ScreenIntro>
      {error && (
        <ErrorState title="Failed to load the settings" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label="Loading the settings…" />}
      {data?.source === 'wordpress' && <EditInWordPressNote what="Site settings" screen={data.screen} />}
      {data?.source === 'embedded' && <SettingsForm stored={data} />}
    </>
  );
}

function SettingsForm({ stored }: { stored: Extract<SiteSettingsState, { source: 'embedded' }> }) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<unknown>(stored.settings);
  const [base, setBase] = useState(stored.base);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const [saved, setSaved] = useState<unknown>(stored.settings);
  const isChanged = typed !== saved;
  useWarnBeforeLeaving(isChanged);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (settings: unknown) =>
      callApi(siteSettingsCalls.saveSettings, { base, settings: editableSiteSettings.parse(settings) }),
    onSuccess: async (answer, settings) => {
      setBase(answer.base);
      // Not the current settings, because the operator may have typed more during the save.
      setSaved(settings);
      await queryClient.invalidateQueries({
        queryKey: apiQueryKey(siteSettingsCalls.settings),
        refetchType: 'none',
      });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const settings = withDialNumbers(withoutEmptyProfiles(typed));
    const found = settingFaults(settings);
    setTyped(settings);
    setFaults(found);
    if (found.size === 0) save.mutate(settings);
    // Wait until React has marked the invalid inputs.
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <LiveSiteLayout version={base}>
      <Form ref={form} noValidate onSubmit={submit}>
        {stored.isSample && base === 0 && (
          <StatusLine state="warn">
            These are the details of a sample agent. Until agent and brokerage are your own, search engines
            are asked not to list the site.
          </StatusLine>
        )}
        {Object.entries(settingSchemas).map(([name, schema]) => (
          <SettingInputs
            key={name}
            path={[name]}
            schema={schema}
            settings={typed}
            faults={faults}
            onChange={(path, value) => {
              setTyped((before: unknown) => withTypedSetting(before, path, value));
              if (!save.isPending) save.reset();
            }}
          />
        ))}
        <AroundFooter />
        <Footer>
          <SmallButton type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save and publish'}
          </SmallButton>
          <p role="status">
            {save.isSuccess && !isChanged && 'Saved. Every page shows it.'}
            {faults.size > 0 && !save.isSuccess && 'Correct what is marked above, then save again.'}
          </p>
          {save.error && <p role="alert">{errorMessage(save.error)}</p>}
        </Footer>
      </Form>
    </LiveSiteLayout>
  );
}
