import { expect, it } from 'vitest';
import { runApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

it('opens the account to who signed in', async () => {
  const app = await runApp();
  try {
    const client = await signIn(app);
    const page = await client.fetch('/admin/account');
    expect(page.status).toBe(200);
    const out = await client.send('POST', '/api/operators/sign-out');
    expect(out.status).toBe(200);
    expect((await client.fetch('/api/operators/session')).status).toBe(401);
    const strange = await fetch(`${app.url}/admin/nothing`, { redirect: 'manual' });
    expect([strange.status, strange.headers.get('location')]).toEqual([
      302,
      '/sign-in?to=%2Fadmin%2Fnothing',
    ]);
  } finally {
    await app.stop();
  }
});
