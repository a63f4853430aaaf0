import type { Locator, Page } from 'playwright-core';

/** Opens the menu with the tools that are seldom used, and returns one of them. */
export async function moreTool(builder: Page, name: string | RegExp): Promise<Locator> {
  const menu = builder.getByRole('button', { name: 'More', exact: true });
  if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.press('Enter');
  return builder.getByRole('group', { name: 'More', exact: true }).getByRole('button', { name });
}

/** Opens the panel with the blocks, which is folded at first. */
export async function showBlocks(builder: Page): Promise<void> {
  const panel = builder.getByRole('button', { name: 'Blocks and outline' });
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.press('Enter');
}
