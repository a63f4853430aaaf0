import type { Express, Router } from 'express';

/** A route as Express holds it. */
export interface TableRoute {
  /** Upper case; `ALL` where it answers every method, `USE` for what is mounted there without being a route. */
  method: string;
  path: string;
}

/**
 * Every route of a running application and all else that is mounted at a path, in the order they are asked, read from
 * Express's own router stack; those of nested routers with the path they are mounted at. What is mounted at no path
 * passes on what it does not know. Throws where a path cannot be read, so that no route hides.
 */
export function routeTable(app: Express): TableRoute[] {
  return [...routesOf(app.router, '')];
}

function* routesOf(router: Router, mount: string): Generator<TableRoute> {
  for (const layer of router.stack) {
    const paths = pathsOf(layer);
    if (layer.route) {
      const { route } = layer;
      const methods = Object.keys('methods' in route && isRecord(route.methods) ? route.methods : {});
      for (const path of paths) {
        for (const method of methods) {
          yield { method: method === '_all' ? 'ALL' : method.toUpperCase(), path: mount + path };
        }
      }
    } else if (isRouter(layer.handle)) {
      for (const path of paths) yield* routesOf(layer.handle, path === '/' ? mount : mount + path);
    } else {
      for (const path of paths) {
        const whole = path === '/' ? mount : mount + path;
        if (whole !== '') yield { method: 'USE', path: whole };
      }
    }
  }
}

/** A layer's paths as they were written. `rawPath` is the router's own, undocumented: without it this test ends. */
function pathsOf(layer: object): string[] {
  const raw: unknown = Reflect.get(layer, 'rawPath');
  const paths = Array.isArray(raw) ? raw : [raw];
  return paths.map((path: unknown) => {
    if (typeof path === 'string') return path;
    if (path instanceof RegExp) return String(path);
    throw new Error('Express’s layers no longer name their path: mend tests/server/route-table.ts.');
  });
}

function isRouter(handle: unknown): handle is Router {
  return typeof handle === 'function' && 'stack' in handle && Array.isArray(handle.stack);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
