import { propertiesOf, readStoredJson, storeJson, tryStorage } from '../../leads/browser-storage.ts';

const KEY = 'noteDrafts';

/** Returns the unsaved note on a lead, which outlasts a reload of the tab; empty if there is none. */
export function readNoteDraft(id: string): string {
  const draft = all()[id];
  return typeof draft === 'string' ? draft : '';
}

/** Keeps an unsaved note until the tab is closed or somebody signs out or in. An empty text removes it. */
export function keepNoteDraft(id: string, text: string): void {
  const { [id]: _, ...others } = all();
  storeJson('sessionStorage', KEY, text === '' ? others : { ...others, [id]: text });
}

/** Removes all unsaved notes in this tab. Called when somebody signs in or out. */
export function dropNoteDrafts(): void {
  tryStorage(() => sessionStorage.removeItem(KEY));
}

function all(): Readonly<Record<string, unknown>> {
  return propertiesOf(readStoredJson('sessionStorage', KEY));
}
