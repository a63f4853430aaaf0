import { choice, richText, text } from '../builder/fields.ts';

/** What an editor sets on every tool: the words around it. */
export const toolFields = {
  // Inputs and slips of paper are light things: they do not stand on the deep ground.
  tone: choice({ label: 'Ground', options: ['paper', 'sand', 'surface'], default: 'paper' }),
  eyebrow: text({ label: 'Line above the title' }),
  desc: richText({ label: 'Introduction' }),
  as_of: text({
    label: 'Date and source of the starting values',
    help: 'Change it together with them.',
    multiline: true,
    default:
      'The starting values are examples as of November 2026, not a quote. Replace them with your own figures.',
  }),
  note: richText({ label: 'Small print' }),
};
