import { describe, expect, it } from 'vitest';
import {
  approvalAddress,
  isSameWordPress,
  approvalOriginFault,
  safeAdminPath,
  parseApprovalResponse,
} from './authorize-application.ts';

describe('the address in WordPress', () => {
  it('contains the application and both return URLs, each with the state', () => {
    const address = new URL(
      approvalAddress({
        screen: 'https://cms.example.com/wp-admin/authorize-application.php',
        appName: 'Willow & Co',
        appId: '11111111-2222-4333-8444-555555555555',
        callback: 'https://example.com/api/operators/wordpress/callback',
        state: 'abc',
      }),
    );
    const asked = Object.fromEntries(address.searchParams);
    expect(address.origin + address.pathname).toBe(
      'https://cms.example.com/wp-admin/authorize-application.php',
    );
    expect(asked).toEqual({
      app_name: 'Willow & Co',
      app_id: '11111111-2222-4333-8444-555555555555',
      success_url: 'https://example.com/api/operators/wordpress/callback?state=abc',
      reject_url: 'https://example.com/api/operators/wordpress/callback?state=abc&success=false',
    });
  });
});

describe('the origin of the site', () => {
  const remote = 'https://cms.example.com/wp-admin/authorize-application.php';
  it.each([
    ['https://example.com', remote],
    ['http://127.0.0.1:3000', remote],
    ['http://localhost:3000', 'http://localhost:8080/wp-admin/authorize-application.php'],
  ])('%s may receive a password from %s', (origin, screen) => {
    expect(approvalOriginFault(origin, screen)).toBeNull();
  });
  it('is reported with the fix if it uses plain http', () => {
    expect(approvalOriginFault('http://example.com', remote)).toContain('http://example.com, without https');
    expect(approvalOriginFault('http://example.com', remote)).toContain('PUBLIC_URL');
  });
});

describe('the answer of WordPress', () => {
  it('is an approval, a rejection, or unreadable', () => {
    const approved = {
      state: 's',
      site_url: 'https://cms.example.com',
      user_login: 'alex',
      password: 'a b c',
    };
    expect(parseApprovalResponse(approved)).toEqual({
      kind: 'approved',
      site: 'https://cms.example.com',
      login: 'alex',
      password: 'a b c',
    });
    expect(parseApprovalResponse({ success: 'false' })).toEqual({ kind: 'rejected' });
    expect(parseApprovalResponse({ success: 'false', error: 'disabled' })).toEqual({ kind: 'rejected' });
    expect(parseApprovalResponse({ ...approved, password: ['a', 'b'] })).toEqual({ kind: 'unreadable' });
    expect(parseApprovalResponse({})).toEqual({ kind: 'unreadable' });
  });
});

it('distinguishes one WordPress from another', () => {
  expect(isSameWordPress('https://cms.example.com/', 'http://cms.example.com/wp-json')).toBe(true);
  expect(isSameWordPress('https://example.com/cms', 'https://example.com')).toBe(false);
  expect(isSameWordPress('https://cms.example.com.evil.example', 'https://cms.example.com')).toBe(false);
  expect(isSameWordPress('javascript:cms.example.com', 'https://cms.example.com')).toBe(false);
  expect(isSameWordPress('not an address', 'not an address')).toBe(false);
});

it.each([
  ['/admin/pages/buy?x=1', '/admin/pages/buy?x=1'],
  ['/admin/account', '/admin/account'],
  ['/admin/../oauth', '/admin/pages'],
  ['//evil.example/admin/', '/admin/pages'],
  ['https://evil.example/admin/', '/admin/pages'],
  ['/admin/\\evil', '/admin//evil'],
  ['', '/admin/pages'],
])('a person who asked for %s is sent to %s after the sign-in', (to, path) => {
  expect(safeAdminPath(to)).toBe(path);
});
