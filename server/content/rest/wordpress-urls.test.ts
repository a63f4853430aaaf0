import { expect, test } from 'vitest';
import { parseWordPressUrls } from './wordpress-urls.ts';

test.each([
  ['https://x.example', 'https://x.example', 'https://x.example/wp-json'],
  ['https://x.example/', 'https://x.example', 'https://x.example/wp-json'],
  ['https://x.example/wp-json/', 'https://x.example', 'https://x.example/wp-json'],
  ['https://x.example/wp-json/wp/v2', 'https://x.example', 'https://x.example/wp-json'],
  ['https://x.example/cms/wp-json/wp/v2/', 'https://x.example/cms', 'https://x.example/cms/wp-json'],
  ['https://x.example/index.php/wp-json', 'https://x.example', 'https://x.example/index.php/wp-json'],
  ['https://x.example/?rest_route=/', 'https://x.example', 'https://x.example/wp-json'],
  ['https://user:secret@x.example/cms', 'https://x.example/cms', 'https://x.example/cms/wp-json'],
  ['https://x.example/api/wp/v2', 'https://x.example', 'https://x.example/api'],
])('%s', (given, home, root) => expect(parseWordPressUrls(given)).toEqual({ home, root }));
