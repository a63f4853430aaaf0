import type { MailLine, MailPart, MailText } from './mail-text.ts';

/** The plain-text reading of a mail. */
export function writePlainMail({ parts }: MailText): string {
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

/** Mail programs find numbers and addresses by themselves; other links must be seen, and so must `tel:` for who copies it. */
function plainLine({ text, href }: MailLine): string {
  return href === undefined || href === text || href === `mailto:${text}` ? text : `${text} <${href}>`;
}
