import type { Request } from 'express';

/** Which part of the site a request was for: one of as many as there are routes, whatever visitors write. */
export interface RouteClass {
  /** The route's pattern; `page` for the site's pages, `none` where nothing answers. */
  route: string;
  /** What browsers and machines ask for by themselves, all the time. */
  isNoise: boolean;
}

const ASSETS = '/assets/:file';
const MACHINES = new Set(['/healthz', '/readyz', '/metrics']);

/** The class of a request that is answered, with this status. Never what was typed: addresses can hold anything. */
export function routeClass(request: Request, status: number): RouteClass {
  // As it came: below a mounted router the request's own path is a part of it.
  const path = request.originalUrl.replace(/\?.*$/s, '');
  if (path.startsWith('/assets/')) return { route: ASSETS, isNoise: true };
  const written: unknown = request.route?.path;
  if (written === undefined) return unrouted(request, status);
  const route = pattern(written, request.path);
  const whole = mountOf(request) + route;
  return { route: whole, isNoise: MACHINES.has(whole) };
}

function unrouted(request: Request, status: number): RouteClass {
  const mount = mountOf(request);
  // What is mounted below a path and turns away whoever may not go on; routers have no parameters in theirs.
  if (mount !== '') return { route: `${mount}/…`, isNoise: false };
  return status < 400 ? { route: 'file', isNoise: true } : { route: 'none', isNoise: false };
}

function mountOf(request: Request): string {
  // Express takes it away where nothing of ours had the last word, such as after an answer that broke off.
  const mount: unknown = request.baseUrl;
  return typeof mount === 'string' ? mount.toLowerCase() : '';
}

function pattern(written: unknown, path: string): string {
  if (Array.isArray(written)) {
    const asked = path.toLowerCase().replace(/\/$/, '');
    const fits = written.find((each) => typeof each === 'string' && each.toLowerCase() === asked);
    return pattern(fits ?? written[0], path);
  }
  if (typeof written === 'string') return written;
  return path.startsWith('/share/') ? '/share/:image' : 'page';
}
