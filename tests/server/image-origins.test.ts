import { expect, it } from 'vitest';
import { listPages, restPage, startFakeWordPress } from './content-fake-wordpress.ts';
import { runApp } from './running-app.ts';

it('lets pictures in from every address of WordPress, and from those that were named', async () => {
  const wordpress = await startFakeWordPress();
  wordpress.routes.set('/', () => ({
    json: {
      name: 'Site',
      description: '',
      url: 'https://cms.example.com',
      home: 'https://www.example.com',
      gmt_offset: -6,
      timezone_string: 'America/Chicago',
      namespaces: ['wp/v2'],
      routes: {},
    },
  }));
  listPages(wordpress, [restPage(wordpress, 'home')]);
  const app = await runApp({
    WORDPRESS_API_URL: wordpress.url,
    IMAGE_ORIGINS: 'https://cdn.example.com https://i0.example.com',
  });
  const policyOf = async () => (await fetch(`${app.url}/`)).headers.get('content-security-policy') ?? '';
  await expect.poll(policyOf).toContain('https://www.example.com');
  const sources = /img-src ([^;]*)/.exec(await policyOf())?.[1]?.split(' ') ?? [];
  expect(sources).toEqual(
    expect.arrayContaining([
      "'self'",
      wordpress.url,
      'https://cms.example.com',
      'https://www.example.com',
      'https://cdn.example.com',
      'https://i0.example.com',
    ]),
  );
  await app.stop();
  await wordpress.stop();
});
