import { expect, test } from 'vitest';
import { createWordPressUserClient } from './wordpress-user-client.ts';

const config = { url: 'https://cms.example/wp', credentials: null, proxy: null, secret: null };
const html = { 'content-type': 'text/html' };

function exchangeWith(answer: Response): Promise<unknown> {
  return createWordPressUserClient(config, async () => answer).exchange('token', 'secret');
}

test('an exchange at a web server with a password of its own names that password and the other way', async () => {
  const headers = { ...html, 'www-authenticate': 'Basic realm="Staging"' };
  const asked = exchangeWith(new Response('<h1>401 Authorization Required</h1>', { status: 401, headers }));
  await expect(asked).rejects.toThrow(
    /https:\/\/cms\.example\/wp is behind a password.*Connect by hand.*PROXY_USERNAME/,
  );
});

test('an exchange that a web page answers says that the plugin is not there', async () => {
  const asked = exchangeWith(new Response('<h1>Not found</h1>', { status: 404, headers: html }));
  await expect(asked).rejects.toThrow(
    'What answers at https://cms.example/wp (status 404) has no companion plugin',
  );
});

test('the screen to approve is read without the shared account once WordPress refuses that one', async () => {
  const screen = 'https://cms.example/wp/wp-admin/authorize-application.php';
  const index = {
    url: 'https://cms.example/wp',
    authentication: { 'application-passwords': { endpoints: { authorization: screen } } },
  };
  const credentials = { username: 'editor', appPassword: 'revoked' };
  /** The response of WordPress to requests with an account. */
  let answer = { status: 401, code: 'incorrect_password' };
  const people = createWordPressUserClient({ ...config, credentials }, async (_url, init) =>
    new Headers(init?.headers).has('authorization')
      ? Response.json({ code: answer.code }, { status: answer.status })
      : Response.json(index),
  );
  expect(await people.approval()).toEqual({ screen, site: index.url });
  // Any other failure is not hidden.
  answer = { status: 503, code: 'maintenance' };
  await expect(people.approval()).rejects.toThrow('503');
});

test.each([
  ['was deleted', { status: 200, code: null }, true],
  ['is unknown in WordPress', { status: 401, code: 'incorrect_password' }, true],
  // It works again once application passwords are turned on.
  ['cannot be used', { status: 401, code: 'application_passwords_disabled' }, false],
  ['cannot be used by this user', { status: 401, code: 'application_passwords_disabled_for_user' }, false],
  ['may not be deleted', { status: 403, code: 'rest_cannot_delete_application_password' }, false],
])('an application password that %s', async (_state, { status, code }, isGone) => {
  const people = createWordPressUserClient(config, async () => Response.json({ code }, { status }));
  expect(await people.revoke({ username: 'editor', appPassword: 'word' }, 'some-id')).toBe(isGone);
});
