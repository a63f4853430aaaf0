import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { Router } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routeClass, type RouteClass } from './access-log.ts';

let server: Server;
let url: string;
let classed: RouteClass[] = [];

beforeAll(async () => {
  const app = express();
  app.use((request, response, next) => {
    response.once('close', () => classed.push(routeClass(request, response.statusCode)));
    next();
  });
  const inner = Router();
  inner.get('/leads/:id', (_request, response) => void response.end());
  app.use('/api/inner', inner);
  app.use('/api/closed', (_request, response) => void response.status(401).end());
  app.get(['/one', '/two'], (_request, response) => void response.end());
  app.get('/healthz', (_request, response) => void response.end());
  app.get(/^\/share\/.+/, (_request, response) => void response.end());
  app.get('/breaks/:at', (_request, response) => {
    response.write('half of ');
    throw new Error('It broke.');
  });
  app.use((request, response, next) => (request.path === '/favicon.ico' ? void response.end() : next()));
  app.get(/^\/page/, (_request, response) => void response.end());
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());

it.each([
  ['/api/inner/leads/annabella?q=annabella', '/api/inner/leads/:id', false],
  ['/API/Inner/leads/annabella', '/api/inner/leads/:id', false],
  ['/api/closed/annabella', '/api/closed/…', false],
  ['/two?x=annabella', '/two', false],
  ['/TWO/', '/two', false],
  ['/healthz', '/healthz', true],
  ['/share/annabella.png', '/share/:image', false],
  ['/page/annabella', 'page', false],
  ['/breaks/annabella', '/breaks/:at', false],
  ['/assets/annabella.js?annabella', '/assets/:file', true],
  ['/favicon.ico', 'file', true],
  ['/annabella', 'none', false],
  ['/%E0%A4%A/annabella', 'none', false],
])('%s has the route class %s', async (path, route, isNoise) => {
  classed = [];
  await fetch(url + path)
    .then((answer) => answer.arrayBuffer())
    .catch(() => 'broke off');
  await expect.poll(() => classed).toEqual([{ route, isNoise }]);
});
