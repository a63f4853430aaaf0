import type { SendMailOptions } from 'nodemailer';
import { darkColors, lightColors, radii, systemFonts } from '../../../src/contracts/brand.ts';
import type { MailText, MailLine, MailPart } from './mail-text.ts';
import { escapeHtml } from '../../platform/escape-html.ts';

interface Envelope {
  from: NonNullable<SendMailOptions['from']>;
  to: NonNullable<SendMailOptions['to']>;
  replyTo?: NonNullable<SendMailOptions['replyTo']>;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Composes an e-mail for nodemailer, as HTML and as plain text. The Message-ID consists of `id` and the host name of
 * `origin`, so mail clients can deduplicate an e-mail that is sent twice. Header values must already be single lines.
 */
export function composeMail(text: MailText, id: string, origin: string, envelope: Envelope): SendMailOptions {
  return {
    from: envelope.from,
    to: envelope.to,
    ...(envelope.replyTo ? { replyTo: envelope.replyTo } : {}),
    subject: text.subject,
    text: renderPlainMail(text),
    html: renderHtmlMail(text),
    messageId: `<${id}@${URL.parse(origin)?.hostname ?? 'localhost'}>`,
    headers: { 'X-Entity-Ref-ID': id, ...envelope.headers },
  };
}

// Many mail clients do not support CSS custom properties, so the styles contain the colors themselves.
const LIGHT = { ...lightColors, ground: lightColors.sand, card: lightColors.surface };
const DARK = { ...darkColors, ground: darkColors.paper, card: darkColors.surface };

// Some mail clients drop style sheets, so essential styles are inline. The style sheet only adds dark mode colors.
const TEXT = `font-family:${systemFonts.mail};color:${LIGHT.ink};`;
const DARK_STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${DARK.ground}!important}.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}.soft{color:${DARK.inkSoft}!important}.link{color:${DARK.accent}!important}
.rule{border-color:${DARK.line}!important}.quote{border-color:${DARK.accent}!important}
.button{background:${DARK.accent}!important;color:${DARK.onAccent}!important}}`;

/** Maximum characters for the largest type size. A longer first line is set in smaller type to fit on a phone. */
const MAX_LARGE_TYPE_CHARACTERS = 24;

/** Formats an e-mail as HTML. Escapes every value and loads no external resources. */
export function renderHtmlMail({ subject, preview, parts }: MailText): string {
  return `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"><title>${escapeHtml(subject)}</title>
<style>${DARK_STYLE}</style></head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:${radii.m}"><tr><td style="padding:28px 24px 24px;text-align:left">
${parts.map(htmlPart).join('\n')}
</td></tr></table>
</td></tr></table>
</body></html>
`;
}

function htmlPart(part: MailPart): string {
  switch (part.kind) {
    case 'lead':
      return part.lines.map(leadLine).join('\n');
    case 'heading':
      return `<h2 class="ink" style="margin:28px 0 8px;${TEXT}font-size:17px;line-height:1.3;font-weight:700">${escapeHtml(part.text)}</h2>`;
    case 'paragraph':
      return paragraph(escapeHtml(part.text));
    case 'quote':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0"><tr><td class="ink quote" style="padding:2px 0 2px 14px;border-left:3px solid ${LIGHT.accent};${TEXT}font-size:16px;line-height:1.5;word-break:break-word">${escapeHtml(part.text).replaceAll('\n', '<br>')}</td></tr></table>`;
    case 'facts':
      return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;border-collapse:collapse">\n${part.rows.map(factRow).join('\n')}\n</table>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0"><tr><td><a class="button" href="${escapeHtml(part.line.href)}" style="display:inline-block;padding:14px 22px;border-radius:8px;background:${LIGHT.accent};${TEXT}color:${LIGHT.onAccent};font-size:16px;line-height:1.2;font-weight:700;text-decoration:none">${escapeHtml(part.line.text)}</a></td></tr></table>`;
    case 'small':
      return `<p class="soft rule" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.line};${TEXT}color:${LIGHT.inkSoft};font-size:13px;line-height:1.55">${part.lines.map(inlineLine).join('<br>')}</p>`;
    default:
      return part satisfies never;
  }
}

function leadLine(line: MailLine, index: number): string {
  const first =
    line.text.length > MAX_LARGE_TYPE_CHARACTERS
      ? 'font-size:20px;line-height:1.3;'
      : 'font-size:26px;line-height:1.25;';
  const size = index === 0 ? `${first}font-weight:700` : 'font-size:18px;line-height:1.4';
  return `<p class="ink" style="margin:0 0 6px;${TEXT}${size};word-break:break-word">${inlineLine(line)}</p>`;
}

function paragraph(html: string): string {
  return `<p class="ink" style="margin:12px 0 16px;${TEXT}font-size:16px;line-height:1.55">${html}</p>`;
}

function factRow([label, value]: readonly [string, MailLine]): string {
  const cell = `padding:9px 0;border-bottom:1px solid ${LIGHT.line};vertical-align:top;text-align:left;`;
  return (
    `<tr><th class="soft rule" scope="row" width="32%" style="${cell}padding-right:12px;${TEXT}color:${LIGHT.inkSoft};font-size:14px;line-height:1.45;font-weight:400">${escapeHtml(label)}</th>` +
    `<td class="ink rule" style="${cell}${TEXT}font-size:15px;line-height:1.45;word-break:break-word">${inlineLine(value)}</td></tr>`
  );
}

function inlineLine({ text, href }: MailLine): string {
  const words = escapeHtml(text);
  return href === undefined
    ? words
    : `<a class="link" href="${escapeHtml(href)}" style="color:${LIGHT.accent};text-decoration:underline">${words}</a>`;
}

/** Formats the parts of an e-mail as plain text. Link targets are written out after their text. */
export function renderPlainMail({ parts }: MailText): string {
  return `${parts.map(plainPart).join('\n\n')}\n`;
}

function plainPart(part: MailPart): string {
  switch (part.kind) {
    case 'lead':
    case 'small':
      return part.lines.map(plainLine).join('\n');
    case 'heading':
      return `${part.text}\n${'-'.repeat(part.text.length)}`;
    case 'paragraph':
      return part.text;
    case 'quote':
      return part.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${plainLine(value)}`).join('\n');
    case 'button':
      return `${part.line.text}: ${part.line.href}`;
    default:
      return part satisfies never;
  }
}

/** Appends the link target, except to a bare URL or e-mail address, which mail clients link automatically. */
function plainLine({ text, href }: MailLine): string {
  return href === undefined || href === text || href === `mailto:${text}` ? text : `${text} <${href}>`;
}
