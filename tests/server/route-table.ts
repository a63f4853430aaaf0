import type { Express, Router } from 'express';

/** A route as Express holds it. */
export interface TableRoute {
  /** Upper case; `ALL` where it answers every method. */
  method: string;
  path: string;
}

/**
 * Every route of a running application, read from Express's own router stack, those of nested routers with the path
 * they are mounted at. Throws where a path cannot be read, so that no route hides.
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
