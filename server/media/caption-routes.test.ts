import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { Response } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCachingHeaderSetter } from '../platform/caching-headers.ts';
import { createCaptionRoutes } from './caption-routes.ts';

const TEXT = 'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning, Beaverdale.\n';
const PATH = '/wp-content/uploads/2026/11/walk.vtt';

let server: Server;
let asked: string[];
let answer: () => Response;
beforeEach(async () => {
  asked = [];
  answer = () => new Response(TEXT);
  const files = {
    source: (url: URL) => (url.hostname === 'cms.example' ? url : null),
    fetch: async (url: URL) => {
      asked.push(url.href);
      return answer();
    },
  };
  const find = (path: string) => (path === PATH ? `https://cms.example${path}` : null);
  server = createServer(
    express().use(createCaptionRoutes(files, find, createCachingHeaderSetter({ cdn: null }))),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

async function read(path: string) {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

it('serves the captions of a video in the media library, and asks WordPress once', async () => {
  const first = await Promise.all([read(PATH), read(PATH)]);
  for (const { status, type, text } of [...first, await read(PATH)]) {
    expect({ status, type, text }).toEqual({ status: 200, type: 'text/vtt; charset=utf-8', text: TEXT });
  }
  expect(asked).toEqual([`https://cms.example${PATH}`]);
});

it('asks WordPress for no other file', async () => {
  for (const path of [
    '/wp-content/uploads/2026/11/other.vtt',
    '/wp-content/uploads/2026/11/walk.txt',
    '/.vtt',
  ])
    expect((await read(path)).status).toBe(404);
  expect(asked).toEqual([]);
});

it.each([
  ['an error', () => new Response('', { status: 500 })],
  [
    'no answer',
    () => {
      throw new Error('no connection');
    },
  ],
  ['more than a megabyte', () => new Response('a'.repeat(1_000_001))],
])('says so if WordPress gives %s, and serves them as soon as it can', async (_, bad) => {
  answer = bad;
  expect(await read(PATH)).toMatchObject({ status: 502, text: expect.stringContaining('cannot be had') });
  answer = () => new Response(TEXT);
  expect((await read(PATH)).text).toBe(TEXT);
});
