import { html, type Markup } from './html.ts';

/** How many lines of each list the page shows. */
const SHOWN = 50;

/** The newest of a list, the last one first. */
export function newest<T>(list: readonly T[]): T[] {
  return list.slice(-SHOWN).toReversed();
}

/** Rows of cells under their heads. */
export function htmlTable(heads: readonly string[], rows: readonly (readonly unknown[])[]): Markup {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  const head = heads.map((each) => html`<th scope="col">${each}</th>`);
  const body = rows.map((cells) => {
    const data = cells.map((each) => html`<td>${each}</td>`);
    return html`<tr>
      ${data}
    </tr> `;
  });
  return html`<table>
    <thead>
      <tr>
        ${head}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}
