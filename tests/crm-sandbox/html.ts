const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that is safe to send, because all interpolated values are escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function asMarkup(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(asMarkup).join('');
  if (value === undefined || value === null || value === false) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/**
 * Template tag that escapes every value except `Markup`. Lists are joined; null, undefined and false become empty
 * strings.
 */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Markup {
  return new Markup(parts.map((part, i) => part + (i < values.length ? asMarkup(values[i]) : '')).join(''));
}

const style = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem; color: #1b2430; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #d5dae1; }
td { overflow-wrap: anywhere; } h2 { margin-top: 2.5rem; } code, pre { font-size: .875rem; } pre { white-space: pre-wrap; background: #f3f5f8; padding: .75rem; }
fieldset { border: 1px solid #d5dae1; display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .75rem; }
label { display: block; } input, select, button { font: inherit; padding: .25rem .5rem; } .wrong { color: #a30d1f; font-weight: 600; }
`;

/** Wraps a body in a complete HTML document. Escapes the title. */
export function htmlPage(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;
}
