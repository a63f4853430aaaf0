import type { Page } from 'playwright-core';
import { showBlocks } from './builder-tools.ts';

/** Adds a section of a block to the page in the builder, with the keyboard. */
export async function addSection(builder: Page, block: string): Promise<void> {
  await showBlocks(builder);
  await builder.locator(`[data-choice="${block}"] [role="button"]`).filter({ visible: true }).press('Enter');
}
