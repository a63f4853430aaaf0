import type { OpenLeadStage } from '../../src/contracts/leads/lead-stage.ts';
import type { FormId } from '../../src/contracts/leads/lead-request.ts';

/** What an invented visitor wants, and what the agent has done about it. */
export interface InventedStory {
  name: string;
  form: FormId;
  page: string;
  /** What the visitor typed first. In the contact form, the only one of both that is given. */
  by: 'phone' | 'email';
  /** Further values of the form by field name. */
  answers?: Readonly<Record<string, string>>;
  /** Whether the visitor left after the first step. */
  leaves?: true;
  stage?: Exclude<OpenLeadStage, 'new'> | 'closed';
  notes?: readonly string[];
  /** Days from today, negative for the past, and what to do. */
  reminder?: readonly [days: number, about: string];
  /** `honeypot` and `too-fast` are quarantined. The CRM rejects one lead, and is down while others arrive. */
  special?: 'honeypot' | 'too-fast' | 'crm-rejects' | 'crm-down';
}

const quick = (name: string, rest: Omit<InventedStory, 'name' | 'form' | 'page'>): InventedStory => ({
  name,
  form: 'quick-lead-form',
  page: '/',
  ...rest,
});
const report = (name: string, areas: string, rest: Partial<InventedStory> = {}): InventedStory => ({
  name,
  form: 'market-report-form',
  page: '/',
  by: 'email',
  answers: { areas },
  ...rest,
});
const lead = (name: string, page: string, rest: Omit<InventedStory, 'name' | 'form' | 'page'>) => ({
  name,
  form: 'lead-form' as const,
  page,
  ...rest,
});
const contact = (name: string, page: string, rest: Omit<InventedStory, 'name' | 'form' | 'page'>) => ({
  name,
  form: 'contact-form' as const,
  page,
  ...rest,
});

/** Forty invented requests, oldest first. The last four arrive within the last hour. */
export const inventedStories: readonly InventedStory[] = [
  quick('Wren Ashdown', {
    by: 'phone',
    answers: { inquiryType: 'buying' },
    stage: 'closed',
    notes: ['Toured four homes, and closed on the brick ranch in Beaverdale.'],
  }),
  lead('Tomas Rivers', '/sell/home-valuation', {
    by: 'phone',
    answers: {
      address: '1204 Sample Street, Des Moines',
      bedrooms: '3',
      timing: 'In 1 to 3 months',
      source: 'Referral',
    },
    stage: 'closed',
    notes: ['Listed at the price of the valuation.', 'Sold after nine days.'],
  }),
  contact('Noor Hadley', '/contact', {
    by: 'email',
    answers: { inquiryType: 'general', message: 'Do you work with renters whose lease ends in spring?' },
    stage: 'closed',
  }),
  report('Sam Leeway', 'west-des-moines', { stage: 'closed' }),
  lead('Ida Novak', '/buy', {
    by: 'email',
    answers: { source: 'Google', message: 'Two bedrooms, walking distance to a library. No hurry.' },
    stage: 'closed',
    notes: ['Will rent for another year. Asked me to write again then.'],
  }),
  lead('Felix Orchard', '/sell', {
    by: 'phone',
    answers: { address: '88 Example Avenue, Ankeny', bedrooms: '4', timing: 'In 3 to 6 months' },
    stage: 'met',
    notes: ['Met at the house. Wants to paint the kitchen first.'],
    reminder: [12, 'Ask whether the kitchen is painted'],
  }),
  contact('Greta Sandhill', '/buy/first-time-buyers', {
    by: 'phone',
    answers: {
      inquiryType: 'buying: Programs and the down payment',
      message: 'We have saved about 5 percent.',
    },
    stage: 'closed',
  }),
  lead('Otis Bramble', '/buy/mortgage-guide', { by: 'email', leaves: true, stage: 'closed' }),
  quick('Priya Meadows', {
    by: 'email',
    answers: { inquiryType: 'both' },
    stage: 'met',
    notes: ['Wants to buy before she sells. Sent the bridge-loan page.'],
    reminder: [4, 'Call the lender about the bridge loan'],
  }),
  lead('Bernard Hollow', '/sell/fsbo-vs-agent', {
    by: 'phone',
    answers: { source: 'Facebook', message: 'I would rather sell it myself. Convince me.' },
    stage: 'closed',
    notes: ['Sells without an agent. Friendly call; he may come back.'],
  }),
  contact('Lotte Quill', '/service-areas', {
    by: 'email',
    answers: { inquiryType: 'buying: Which area fits my plans', message: 'I cycle to work downtown.' },
    stage: 'met',
    reminder: [0, 'Send the three listings near the river trail'],
  }),
  report('Amos Winterfield', 'ankeny', { stage: 'called' }),
  quick('Best Followers', {
    by: 'email',
    answers: { inquiryType: 'general' },
    special: 'honeypot',
  }),
  lead('Harriet Clover', '/sell/marketing-strategy', {
    by: 'email',
    answers: { source: 'Instagram', message: 'Which photographer do you use?' },
    stage: 'called',
  }),
  lead('Jonah Maplewood', '/buy/home-buying-process', {
    by: 'phone',
    answers: { source: 'Referral', message: 'We would like to see homes on Saturdays only.' },
    stage: 'met',
    notes: ['Pre-approved. Their budget is in the CRM.'],
    reminder: [0, 'Confirm the two showings on Saturday'],
  }),
  contact('Delia Frost', '/buy/move-in-ready-homes', {
    by: 'phone',
    answers: {
      inquiryType: 'buying: A home I have seen',
      message: 'The white one with the porch. Is it still free?',
    },
    stage: 'closed',
    notes: ['Sold already. She will watch the monthly report.'],
  }),
  quick('Marek Thistle', { by: 'phone', leaves: true, stage: 'called' }),
  lead('Rosa Pennington', '/sell/home-valuation', {
    by: 'email',
    answers: {
      address: '17 Placeholder Court, Waukee',
      bedrooms: '5 or more',
      timing: 'I only want to know the value',
      source: 'Google',
    },
    stage: 'called',
    notes: ['Sent the valuation. She shares it with her brother.'],
    reminder: [7, 'Ask whether the valuation raised questions'],
  }),
  contact('Elias Fairbank', '/about', {
    by: 'email',
    answers: {
      inquiryType: 'general: The discount for essential workers',
      message: 'I am a nurse. Does it apply?',
    },
    stage: 'met',
  }),
  report('Ines Goldfinch', 'all', { stage: 'called' }),
  lead('Caleb Stonebridge', '/buy', {
    by: 'phone',
    answers: { source: 'Google', message: 'Relocating from Denver in January, with two dogs.' },
    stage: 'met',
    notes: ['Video call on Tuesday. Flies in next month.', 'The dogs need a fenced yard.'],
    reminder: [-1, 'Send the list of fenced yards'],
  }),
  lead('Willa Marsh', '/sell/staging-tips', { by: 'email', leaves: true, stage: 'called' }),
  quick('Arthur Penrose', { by: 'phone', answers: { inquiryType: 'selling' }, stage: 'called' }),
  contact('Yara Bellamy', '/contact', {
    by: 'phone',
    answers: { inquiryType: 'both', message: 'Our family grows, so the house has to.' },
    stage: 'called',
    reminder: [2, 'Call again after six; they work shifts'],
  }),
  lead('Theo Larkspur', '/buy/mortgage-guide', {
    by: 'email',
    answers: { source: 'Other', message: 'Is a 15-year loan worth it at my age? I am 52.' },
    stage: 'called',
  }),
  report('Nadia Birch', 'beaverdale'),
  // The same person as the sixth story, who comes back.
  contact('Felix Orchard', '/contact', {
    by: 'phone',
    answers: { inquiryType: 'selling', message: 'One more question: who pays for the survey?' },
    stage: 'called',
  }),
  lead('Click Farmer', '/buy', {
    by: 'email',
    answers: { message: 'Cheap visitors for your site.' },
    special: 'too-fast',
  }),
  lead('Mina Hartwell', '/sell', {
    by: 'phone',
    answers: { address: '451 Specimen Drive, Johnston', bedrooms: '2', timing: 'As soon as possible' },
    stage: 'called',
    notes: ['Moves abroad in eight weeks. The house is empty.'],
    reminder: [0, 'Bring the listing agreement'],
  }),
  quick('Sven Alderman', { by: 'email', answers: { inquiryType: 'buying' } }),
  contact('Opal Reed', '/buy/first-time-buyers', {
    by: 'email',
    answers: {
      inquiryType: 'buying: Can I afford this yet?',
      message: 'My student loan is nearly paid off.',
    },
    stage: 'called',
  }),
  lead('Leo Cartwright', '/buy/home-buying-process', {
    by: 'phone',
    answers: { source: 'Google', message: 'How long does it take from the offer to the keys?' },
  }),
  report('Hanna Dale', 'west-des-moines'),
  contact('Jude Kestrel', '/about', {
    by: 'phone',
    answers: {
      inquiryType: 'selling: Selling a home',
      message: 'Please call my mobile, not the number at work.',
    },
    special: 'crm-rejects',
  }),
  contact('Robin Hostler', '/service-areas', {
    by: 'email',
    answers: { inquiryType: 'general', message: 'We rank your site first. Reply today!' },
    special: 'honeypot',
  }),
  quick('Clara Windham', { by: 'phone', answers: { inquiryType: 'buying' } }),
  contact('Pavel Summers', '/buy/move-in-ready-homes', {
    by: 'phone',
    answers: {
      inquiryType: 'buying: Search for homes for me',
      message: 'Three bedrooms, no stairs, please.',
    },
    special: 'crm-down',
  }),
  quick('Edith Lark', { by: 'phone', leaves: true, special: 'crm-down' }),
  contact('Miles Harrow', '/contact', {
    by: 'email',
    answers: { inquiryType: 'selling', message: 'Could you look at our house this weekend?' },
    special: 'crm-down',
  }),
  lead('June Everly', '/buy', {
    by: 'phone',
    answers: { source: 'Referral', message: 'My sister bought with you. We start looking now.' },
  }),
];
