import { describe, expect, it } from 'vitest';
import { postSlugAt, routeTemplate, termRouteAt } from './route-template.ts';

describe('paths without a page of their own', () => {
  it('are shown by a template, with their parts', () => {
    expect(routeTemplate('/blog/radon')).toEqual({ page: '/blog/post', parts: { post: 'radon' } });
    expect(routeTemplate('/blog/category/b%C3%BCro')).toEqual({ page: '/blog', parts: { category: 'büro' } });
    expect(routeTemplate('/blog/tag/brick')).toEqual({ page: '/blog', parts: { tag: 'brick' } });
    for (const path of ['/blog', '/buy/guide', '/blog/a/b', '/']) expect(routeTemplate(path)).toBeNull();
  });
  it('may be WordPress’s own address of a post or term', () => {
    expect(postSlugAt('/hello-world')).toBe('hello-world');
    expect(postSlugAt('/2026/11/21/hello-world')).toBe('hello-world');
    expect(postSlugAt('/buy/hello-world')).toBeNull();
    expect(termRouteAt('/category/news')).toBe('/blog/category/news');
    expect(termRouteAt('/news')).toBeNull();
  });
});
