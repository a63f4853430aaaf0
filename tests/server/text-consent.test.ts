import { expect, it } from 'vitest';
import settings from '../../fixtures/site-settings.json' with { type: 'json' };
import { consentTexts } from '../../src/contracts/leads/consent.ts';
import { readerOf, sectionAt, wordsOf } from './read-page.ts';
import { runApp } from './running-app.ts';

it('shows the same consent wording on /text-updates as is stored with a lead', async () => {
  const app = await runApp();
  try {
    const section = sectionAt(await readerOf(app.url)('/text-updates'), 'kinds');
    const { service, marketing } = consentTexts(settings.brokerage.name);
    expect([...section.querySelectorAll('blockquote')].map(wordsOf)).toEqual([service, marketing]);
    expect([...section.querySelectorAll('h3')].map(wordsOf)).toEqual([
      'Service messages',
      'Marketing messages and calls',
    ]);
  } finally {
    await app.stop();
  }
});
