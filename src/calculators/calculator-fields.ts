import { choice, richText, text } from '../builder/fields.ts';

/** The fields that the blocks of all calculators share. */
export const calculatorFields = {
  // The deep background is not offered: its light text would not be readable in the inputs, which keep the background
  // `paper`.
  tone: choice({ label: 'Background', options: ['paper', 'sand', 'surface'], default: 'paper' }),
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
