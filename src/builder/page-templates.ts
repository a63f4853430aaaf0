import type { Block } from './block.ts';
import { rawExample } from './block-example.ts';
import { fieldKindOf } from './kinds/field-kinds.ts';
import type { PlacementInput } from '../contracts/layout.ts';

/** A layout that a new page can start with. All templates are in `pageTemplates`. */
export interface PageTemplate {
  id: string;
  title: string;
  description: string;
  /** Other words by which editors search for it. */
  keywords: readonly string[];
  /** Empty for a page that shows only its own title and text. */
  layout: readonly (PlacementInput & { block: string })[];
  /**
   * The initial values by section id, as WordPress stores them. A placement without initial values starts with its
   * block's example.
   */
  values: Readonly<Record<string, unknown>>;
}

/** The section id of the field that shows the page's title. */
const TITLE_SECTION = 'hero_title';

const toReplace = new Set<string>();
/** The texts of the templates that only tell the editor what to write. Visitors should not see them. */
export const templateInstructions: ReadonlySet<string> = toReplace;

/** Marks a text of a template as an instruction. */
function write(text: string): string {
  toReplace.add(text);
  return text;
}

const fact = (title: string, desc: string) => ({ title, desc });

const question = (words: string, answer: string) => ({ question: words, answer: write(`<p>${answer}</p>`) });

/** The templates for a new page. In templates with sections, `hero_title` is set to the title of the page. */
export const pageTemplates: readonly PageTemplate[] = [
  {
    id: 'empty',
    title: 'Empty page',
    description: 'Only the page’s title. Add sections in the builder.',
    keywords: ['blank', 'new'],
    layout: [],
    values: {},
  },
  {
    id: 'neighborhood-guide',
    title: 'Neighborhood guide',
    description: 'Hero, what the area is like, figures, places, questions, and a contact form.',
    keywords: ['area', 'community', 'location', 'city', 'market'],
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
      about_content: write(
        '<p>Describe the homes, streets and lots, and how far it is to work and shops.</p>',
      ),
      figures_title: 'The market here',
      figures_items: [
        { figure: write('$0'), label: 'Median sale price' },
        { figure: write('0 days'), label: 'Median time on the market' },
      ],
      figures_note: write('Add the date and the source of these figures.'),
      places_title: 'Places nearby',
      places_items: [
        fact('Parks and trails', write('<p>Name them, with distances.</p>')),
        fact('Shops and food', write('<p>Name a few, and what they are known for.</p>')),
        fact('Getting around', write('<p>Roads, bus lines and typical drives.</p>')),
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
    keywords: ['campaign', 'ad', 'lead', 'signup', 'CTA', 'offer'],
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'cards', key: 'reasons' },
      { block: 'steps', key: 'steps' },
      { block: 'lead-form', key: 'form' },
    ],
    values: {
      hero_desc: write('<p>Say in one sentence what a visitor gets.</p>'),
      hero_cta_text: 'Get started',
      hero_cta_link: { url: '#form', title: '', target: '' },
      reasons_title: 'What you get',
      reasons_items: [
        fact(write('First reason'), write('<p>What it saves or brings.</p>')),
        fact(write('Second reason'), write('<p>What it saves or brings.</p>')),
        fact(write('Third reason'), write('<p>What it saves or brings.</p>')),
      ],
      steps_title: 'How it works',
      steps_look: 'columns',
      steps_items: [
        fact('You write', '<p>Leave a phone number or an e-mail.</p>'),
        fact('We talk', '<p>About what you need.</p>'),
        fact('You decide', '<p>With a plan in writing.</p>'),
      ],
      form_title: 'Let’s talk',
    },
  },
  {
    id: 'article',
    title: 'Article',
    description: 'A headline, a long text at a readable width, questions, and a link to go on.',
    keywords: ['guide', 'blog', 'long text', 'how to'],
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'prose', key: 'text' },
      { block: 'faq', key: 'questions' },
      { block: 'call-to-action', key: 'next' },
    ],
    values: {
      text_content: write('<h2>First part</h2><p>Write here.</p><h2>Second part</h2><p>Write here.</p>'),
      questions_items: [question(write('A question'), 'Its answer.')],
      next_title: 'Questions about your own plans?',
      next_link: { url: '/contact', title: 'Contact', target: '' },
    },
  },
  {
    id: 'open-house',
    title: 'Open house',
    description: 'An event: when and where, the home, the way there, questions, and a form to sign up.',
    keywords: ['event', 'listing', 'tour', 'invitation', 'property'],
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'split', key: 'home' },
      { block: 'stats', key: 'figures' },
      { block: 'map-embed', key: 'place' },
      { block: 'faq', key: 'questions' },
      { block: 'contact-form', key: 'contact' },
    ],
    values: {
      hero_eyebrow: 'Open house',
      hero_desc: write('<p>Name the day, the time and the address.</p>'),
      hero_cta_text: 'Tell us that you come',
      hero_cta_link: { url: '#contact', title: '', target: '' },
      home_title: 'The home',
      home_desc: write('<p>What makes this home worth a visit: its rooms, its lot, what is new.</p>'),
      home_points: write('Bedrooms and baths\nYear it was built\nWhat is new'),
      figures_title: 'In figures',
      figures_items: [
        { figure: write('$000,000'), label: 'Price' },
        { figure: write('0,000'), label: 'Square feet' },
        { figure: write('0.00'), label: 'Acres' },
      ],
      questions_items: [
        question('May I just walk in?', 'Say whether visitors should sign up.'),
        question('Where can I park?', 'Name the street, or the drive.'),
        question('Can I see it at another time?', 'Say how to arrange that.'),
      ],
      contact_title: 'Tell us that you come',
    },
  },
  {
    id: 'about',
    title: 'About you',
    description: 'Who you are, what clients say, how you work, and an invitation to talk.',
    keywords: ['profile', 'bio', 'agent', 'team', 'reviews'],
    layout: [
      { block: 'hero', key: 'hero' },
      { block: 'split', key: 'me' },
      { block: 'testimonials', key: 'clients' },
      { block: 'icon-steps', key: 'work' },
      { block: 'call-to-action', key: 'next' },
    ],
    values: {
      hero_eyebrow: 'About me',
      hero_desc: write('<p>Say in one sentence what you do, and for whom.</p>'),
    },
  },
];

/** Returns the initial layout and values of a page with this title; null if no template has this id. */
export function pageFromTemplate(
  id: string,
  title: string,
  blocks: ReadonlyMap<string, Block>,
): Pick<PageTemplate, 'layout' | 'values'> | null {
  const template = pageTemplates.find((each) => each.id === id);
  if (!template) return null;
  const { layout, values } = template;
  if (layout.length === 0) return { layout, values };
  const examples = layout.map(({ block, key }) => {
    const isWritten = Object.keys(values).some((section) => section.startsWith(`${key}_`));
    return isWritten ? {} : exampleOf(key, blocks.get(block));
  });
  return { layout, values: Object.assign({}, ...examples, values, { [TITLE_SECTION]: title }) };
}

/** Returns the example of a block as a form would store it, by section id. It has no pictures. */
function exampleOf(key: string, block: Block | undefined): Record<string, unknown> {
  if (!block) return {};
  return Object.fromEntries(
    Object.entries(rawExample(block) ?? {}).flatMap(([name, raw]) => {
      const field = block.fields[name];
      if (!field) return [];
      const kind = fieldKindOf(field);
      const stored = kind.fromForm(field, kind.toForm(field, raw));
      return kind.isSet(stored) ? [[`${key}_${name}`, stored]] : [];
    }),
  );
}
