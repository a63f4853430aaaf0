import type { PlacementInput } from '../contracts/layout.ts';

/** A layout that a new page can start with. All templates are in `pageTemplates`. */
export interface PageTemplate {
  id: string;
  title: string;
  description: string;
  /** Empty for a page that shows only its own title and text. */
  layout: readonly PlacementInput[];
  /** The initial values by section id, as WordPress stores them. */
  values: Readonly<Record<string, unknown>>;
}

/** The section that shows the page's title. */
const TITLE_SECTION = 'hero_title';

const fact = (title: string, desc: string) => ({ title, desc: `<p>${desc}</p>` });

const question = (words: string, answer: string) => ({ question: words, answer: `<p>${answer}</p>` });

/** The templates for a new page. `hero_title` is set to the title of the page. */
export const pageTemplates: readonly PageTemplate[] = [
  {
    id: 'empty',
    title: 'Empty page',
    description: 'Only the page’s title. Add sections in the builder.',
    layout: [],
    values: {},
  },
  {
    id: 'neighborhood-guide',
    title: 'Neighborhood guide',
    description: 'Hero, what the area is like, figures, places, questions, and a contact form.',
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'prose', key: 'about' },
      { block: 'stats', key: 'figures' },
      { block: 'cards', key: 'places' },
      { block: 'faq', key: 'questions' },
      { block: 'contact-form', key: 'contact' },
    ],
    values: {
      hero_eyebrow: 'Neighborhood guide',
      about_title: 'What the area is like',
      about_content: '<p>Describe the homes, streets and lots, and how far it is to work and shops.</p>',
      figures_title: 'The market here',
      figures_items: [
        { figure: '$0', label: 'Median sale price' },
        { figure: '0 days', label: 'Median time on the market' },
      ],
      figures_note: 'Add the date and the source of these figures.',
      places_title: 'Places nearby',
      places_items: [
        fact('Parks and trails', 'Name them, with distances.'),
        fact('Shops and food', 'Name a few, and what they are known for.'),
        fact('Getting around', 'Roads, bus lines and typical drives.'),
      ],
      questions_items: [
        question('What do homes cost here?', 'Give a range, its date and its source.'),
        question('Are there HOA fees?', 'Name the usual range.'),
      ],
      contact_title: 'Ask about this area',
    },
  },
  {
    id: 'landing-page',
    title: 'Landing page with form',
    description: 'One offer, three reasons, the steps, and the two-step form.',
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'cards', key: 'reasons' },
      { block: 'steps', key: 'steps' },
      { block: 'lead-form', key: 'form' },
    ],
    values: {
      hero_desc: '<p>Say in one sentence what a visitor gets.</p>',
      hero_cta_text: 'Get started',
      hero_cta_link: { url: '#form', title: '', target: '' },
      reasons_title: 'What you get',
      reasons_items: [
        fact('First reason', 'What it saves or brings.'),
        fact('Second reason', 'What it saves or brings.'),
        fact('Third reason', 'What it saves or brings.'),
      ],
      steps_title: 'How it works',
      steps_look: 'columns',
      steps_items: [
        fact('You write', 'Leave a phone number or an e-mail.'),
        fact('We talk', 'About what you need.'),
        fact('You decide', 'With a plan in writing.'),
      ],
      form_title: 'Let’s talk',
    },
  },
  {
    id: 'article',
    title: 'Article',
    description: 'A headline, a long text at a readable width, questions, and a link to go on.',
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'prose', key: 'text' },
      { block: 'faq', key: 'questions' },
      { block: 'call-to-action', key: 'next' },
    ],
    values: {
      text_content: '<h2>First part</h2><p>Write here.</p><h2>Second part</h2><p>Write here.</p>',
      questions_items: [question('A question', 'Its answer.')],
      next_title: 'Questions about your own plans?',
      next_link: { url: '/contact', title: 'Contact', target: '' },
    },
  },
];

/** Returns the initial layout and values of a page with this title; null for an unknown template. */
export function startOf(id: string, title: string): Pick<PageTemplate, 'layout' | 'values'> | null {
  const template = pageTemplates.find((each) => each.id === id);
  if (!template) return null;
  const { layout, values } = template;
  return { layout, values: layout.length === 0 ? values : { ...values, [TITLE_SECTION]: title } };
}
