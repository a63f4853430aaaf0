import { expect, it } from 'vitest';
import { misspeltSettings } from './misspelt-settings.ts';

it.each([
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['port', 'PORT'],
  ['SECRET_KEY_OLD', 'SECRET_KEYS_OLD'],
  ['WORDPRESS_PASSWORD_APP', null],
  ['SECRET_KEY_FIL', 'SECRET_KEY_FILE'],
  ['VITE_WORDPRESS_API_URL', 'WORDPRESS_API_URL'],
  ['NEXT_PUBLIC_GA_MEASUREMENT_ID', 'VITE_GA_MEASUREMENT_ID'],
  ['USE_MOCK_DATA', 'VITE_USE_MOCK_DATA'],
])('%s resembles %s', (name, meant) => {
  expect(misspeltSettings({ [name]: 'x' })).toEqual(meant === null ? [] : [{ name, meant }]);
});

it('nothing is said about settings, nor about the usual variables of a shell, npm or a container', () => {
  const usual =
    'PATH HOME HOSTNAME PWD OLDPWD SHELL SHLVL TERM LANG TZ USER LOGNAME MAIL TMPDIR EDITOR DISPLAY INVOCATION_ID ' +
    'PGHOST PGPORT PGUSER NODE_OPTIONS NODE_VERSION MALLOC_ARENA_MAX LINTEL_ENV_FILE npm_config_cache npm_node_execpath ' +
    'KUBERNETES_SERVICE_HOST KUBERNETES_PORT OPENAI_API_KEY HTTP_PROXY NO_COLOR PORT PUBLIC_URL DATABASE_URL_FILE VITE_USE_MOCK_DATA';
  expect(misspeltSettings(Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});
