import type { Express, Router } from 'express';

/** A route in Express's router stack. */
export interface TableRoute {
  /** In upper case. `ALL` means a route for all methods, and `USE` middleware mounted at a path. */
  method: string;
  path: string;
}

/**
 * Returns all routes, and all middleware mounted at a path, in the order in which Express tries them. Nested routes
 * include their mount path. Middleware without a path is omitted, because it passes on requests. Throws if a path
 * cannot be read.
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

/** Returns a layer's paths as written. Throws if the router's undocumented property `rawPath` is missing. */
function pathsOf(layer: object): string[] {
  const raw: unknown = Reflect.get(layer, 'rawPath');
  const paths = Array.isArray(raw) ? raw : [raw];
  return paths.map((path: unknown) => {
    if (typeof path === 'string') return path;
    if (path instanceof RegExp) return String(path);
    throw new Error('Express’s layers no longer name their path: fix tests/server/route-table.ts.');
  });
}

function isRouter(handle: unknown): handle is Router {
  return typeof handle === 'function' && 'stack' in handle && Array.isArray(handle.stack);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
