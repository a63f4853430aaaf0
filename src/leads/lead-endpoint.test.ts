import { expect, it } from 'vitest';
import { leadEndpoint } from './send-lead.ts';

it.each(['localhost', '127.0.0.1', '192.168.1.20', '[::1]', 'replit.dev', 'my-site.replit.dev'])(
  'posts to our own path on %s',
  (host) => {
    expect(leadEndpoint(host)).toBe('/api/ghl/contact');
  },
);

it.each(['www.example.com', 'localhost.example.com', 'notreplit.dev', '1.2.3.example'])(
  'posts to the serverless function on %s',
  (host) => {
    expect(leadEndpoint(host, null)).toBe('/.netlify/functions/ghl-webhook');
  },
);

it('lets a setting override the default', () => {
  expect(leadEndpoint('www.example.com', '/api/ghl/contact')).toBe('/api/ghl/contact');
});
