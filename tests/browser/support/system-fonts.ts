import type { Page } from 'playwright-core';

/** The part of a DevTools `DOM.Node` that is read here. */
interface DomNode {
  nodeId: number;
  nodeType: number;
  nodeName: string;
  nodeValue: string;
  /** Names and values in turn. */
  attributes?: string[];
  children?: DomNode[];
  pseudoElements?: DomNode[];
  pseudoType?: string;
  /** The text of an `<input>` is in a shadow root of the browser. */
  shadowRoots?: DomNode[];
  contentDocument?: DomNode;
}

const TEXT_NODE = 3;

/** Lists the visible texts of a page and its frames that are drawn with a font of the system, at least in part. */
export async function systemFontTexts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const found: string[] = [];
  await collect(root, '');
  await session.detach();
  return found;

  async function collect(node: DomNode, frame: string): Promise<void> {
    const { children = [], pseudoElements = [], shadowRoots = [], contentDocument } = node;
    const text = children.find(({ nodeType }) => nodeType === TEXT_NODE)?.nodeValue;
    if (text !== undefined || node.pseudoType !== undefined) {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId: node.nodeId });
      const names = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
      const place = node.pseudoType ? `::${node.pseudoType}` : node.nodeName.toLowerCase();
      if (names.length > 0) found.push(`${frame}${place} “${text ?? ''}”: ${names.join(', ')}`);
    }
    for (const child of [...children, ...pseudoElements, ...shadowRoots]) await collect(child, frame);
    if (contentDocument) await collect(contentDocument, `${titleOf(node)}: `);
  }
}

function titleOf({ attributes = [] }: DomNode): string {
  return attributes[attributes.indexOf('title') + 1] ?? 'frame';
}
