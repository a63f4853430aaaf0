import type { FieldKind } from '../../src/builder/field.ts';

/** Facts from the specifications for checking rendered pages. The wording is up to each page. */

/** The kinds of items that a list can have. */
export type Item = 'card' | 'step' | 'question' | 'row' | 'figure' | 'point' | 'quote' | 'link';

/** A list in a placement: a pattern for each item in order, the number of items, or `several` for at least two. */
interface ListFacts {
  at: string;
  of: Item;
  are: readonly RegExp[] | number | 'several';
}

/** A link in a placement: its target and, if specified, its text. */
interface LinkFacts {
  at: string;
  to: string;
  words?: RegExp;
}

/** Text that must appear in a placement, or anywhere on the page. */
interface SaidFacts {
  at?: string;
  is: RegExp;
}

export interface PageFacts {
  path: string;
  lists?: readonly ListFacts[];
  links?: readonly LinkFacts[];
  says?: readonly SaidFacts[];
  /** Field kinds of named sections, by id. Each section must appear on the page. */
  sections?: Readonly<Record<string, FieldKind>>;
}

const TEL = 'tel:+15155550142';
const HERO: Readonly<Record<string, FieldKind>> = {
  hero_title: 'text',
  hero_subtitle: 'richText',
  cta_button_text: 'text',
  cta_button_link: 'link',
};
const PICTURED = { ...HERO, hero_image: 'image' } as const;

const soon: SaidFacts = { is: /10 minutes/ };
const valuationTime: SaidFacts = { is: /24–48 hours/ };
const planTime: SaidFacts = { is: /marketing plan[^.]*24 h/i };
const anyProvider: SaidFacts = { is: /you may choose any provider/i };
const threeLenders: SaidFacts = { is: /at least 3 lenders/i };

export const pages: readonly PageFacts[] = [
  {
    path: '/',
    lists: [
      {
        at: 'hero',
        of: 'link',
        are: [/^Find Your Home$/, /^Explore Neighborhoods$/, /^Call \(515\) 555-0142$/],
      },
      { at: 'services', of: 'card', are: [/^Find Your Dream Home$/, /^Sell Your Property$/, /./] },
      {
        at: 'neighborhoods',
        of: 'card',
        are: [/^West Des Moines$/, /^Ankeny$/, /^Beaverdale$/, /^Johnston$/],
      },
      { at: 'neighborhoods', of: 'point', are: 4 * 3 },
      { at: 'why', of: 'card', are: 4 },
      { at: 'faq', of: 'question', are: [/areas/, /quick|soon|fast/, /different/, /first-time/, /sell/] },
      { at: 'essential', of: 'card', are: [/First Responders/, /Healthcare/, /Teachers.*Essential Workers/] },
    ],
    links: [
      { at: 'hero', to: '/buy', words: /^Find Your Home$/ },
      { at: 'hero', to: '/neighborhoods', words: /^Explore Neighborhoods$/ },
      { at: 'hero', to: TEL, words: /^Call \(515\) 555-0142$/ },
      { at: 'services', to: '/buy' },
      { at: 'services', to: '/sell' },
      { at: 'neighborhoods', to: '/neighborhoods#west-des-moines' },
      { at: 'neighborhoods', to: '/neighborhoods#ankeny' },
      { at: 'neighborhoods', to: '/neighborhoods#beaverdale' },
      { at: 'neighborhoods', to: '/neighborhoods#johnston' },
      { at: 'neighborhoods', to: '/neighborhoods', words: /^View All Neighborhoods$/ },
      { at: 'about', to: '/about', words: /^More About/ },
      { at: 'about', to: '/contact-us', words: /^Contact Me$/ },
      { at: 'essential', to: '/contact-us' },
      { at: 'connect', to: '/contact-us', words: /Contact/ },
    ],
    says: [
      { at: 'services', is: /How Can I Help You\?/ },
      { at: 'neighborhoods', is: /Des Moines Area Neighborhoods/ },
      { at: 'why', is: /Why Choose/ },
      { is: /former first responder/i },
      { at: 'faq', is: /West Des Moines, Ankeny, Waukee, Johnston, Urbandale and Clive/ },
      { at: 'faq', is: /about 10 minutes/ },
      { at: 'essential', is: /discount/i },
      soon,
      valuationTime,
      planTime,
    ],
    sections: {
      hero_title: 'text',
      hero_image: 'image',
      hero_desc: 'richText',
      services_title: 'text',
      services_desc: 'richText',
      social_proof: 'richText',
      cta_button_text: 'text',
      cta_button_link: 'link',
    },
  },
  {
    path: '/?layout=lead-capture',
    lists: [
      { at: 'places', of: 'card', are: [/^West Des Moines$/, /^Ankeny$/, /^Beaverdale$/] },
      { at: 'places', of: 'point', are: 3 * 3 },
      { at: 'market', of: 'figure', are: [/\$328,500/, /14 days/, /102\.4%/] },
      { at: 'activity', of: 'card', are: 5 },
      { at: 'testimonials', of: 'quote', are: 3 },
    ],
    links: [{ at: 'bar', to: '#quick', words: /^Connect$/ }],
    says: [
      { at: 'activity', is: /View all activity/ },
      { at: 'activity', is: /Load more/ },
    ],
    sections: { hero_title: 'text', hero_desc: 'richText', lead_image: 'image' },
  },
  {
    path: '/neighborhoods',
    lists: [
      {
        at: 'featured',
        of: 'card',
        are: [/^West Des Moines$/, /^Ankeny$/, /^Beaverdale$/, /^Johnston$/, /^Waukee$/],
      },
      { at: 'area', of: 'figure', are: [/\$328,500/, /14 days/, /102\.4%/] },
    ],
    says: [
      { at: 'west-des-moines', is: /\$350,000/ },
      { at: 'ankeny', is: /\$310,000/ },
      { at: 'beaverdale', is: /\$275,000/ },
      { at: 'johnston', is: /\$\d{3},\d{3}/ },
      { at: 'waukee', is: /\$\d{3},\d{3}/ },
    ],
    sections: { ...PICTURED, featured_neighborhoods: 'list' },
  },
  {
    path: '/service-areas',
    lists: [
      {
        at: 'communities',
        of: 'card',
        are: [
          /^West Des Moines$/,
          /^Ankeny$/,
          /^Beaverdale$/,
          /^Johnston$/,
          /^Waukee$/,
          /^Greater Des Moines Area$/,
        ],
      },
    ],
    sections: PICTURED,
  },
  {
    path: '/buy',
    lists: [
      { at: 'benefits', of: 'card', are: 6 },
      {
        at: 'process',
        of: 'step',
        are: [/Pre-Approval/i, /Home Search/i, /Offer/i, /Negotiation/i, /Under Contract/i, /Closing Day/i],
      },
      { at: 'first_time', of: 'card', are: 'several' },
      { at: 'why_me', of: 'point', are: 'several' },
    ],
    links: [
      { at: 'hero', to: '#benefits' },
      { at: 'guides', to: '/buy/mortgage-guide' },
      { at: 'guides', to: '/buy/first-time-buyers' },
      { at: 'guides', to: '/buy/move-in-ready-homes' },
    ],
    says: [
      { at: 'contact', is: /10 MIN RESPONSE/ },
      { at: 'why_me', is: /Why Work With Me/i },
      { at: 'investing', is: /investing/i },
      soon,
    ],
    sections: {
      ...PICTURED,
      intro_content: 'richText',
      why_des_moines_title: 'text',
      why_des_moines_intro: 'richText',
      why_des_moines_content: 'richText',
    },
  },
  {
    path: '/sell',
    lists: [
      { at: 'market', of: 'figure', are: [/98%/, /21/, /12%/, /\$320K/] },
      { at: 'process', of: 'step', are: 4 },
      { at: 'mistakes', of: 'card', are: 'several' },
      { at: 'staging', of: 'point', are: 'several' },
    ],
    links: [
      { at: 'hero', to: '#services' },
      { at: 'services', to: '/sell/home-valuation' },
      { at: 'services', to: '/sell/staging-tips' },
      { at: 'services', to: '/sell/marketing-strategy' },
      { at: 'services', to: '/sell/fsbo-vs-agent' },
      { at: 'contact', to: TEL },
      { at: 'contact', to: 'mailto:jordan@example.com' },
    ],
    says: [{ is: /staging sells 88% faster/ }, valuationTime, planTime],
    sections: {
      ...PICTURED,
      intro_heading: 'text',
      intro_content: 'richText',
      market_overview_title: 'text',
      market_overview_desc: 'richText',
      market_stats_grid: 'list',
      services_title: 'text',
      services_desc: 'richText',
      services_content: 'list',
    },
  },
  {
    path: '/about',
    lists: [
      { at: 'expertise', of: 'card', are: 6 },
      { at: 'testimonials', of: 'quote', are: 2 },
    ],
    says: [
      { is: /former police officer/i },
      { at: 'story', is: /story/i },
      { at: 'vision', is: /vision/i },
      { is: /discount for first responders, nurses, teachers and essential workers/i },
    ],
    sections: { ...PICTURED, team_members: 'list' },
  },
  {
    path: '/contact',
    links: [
      { at: 'details', to: TEL },
      { at: 'details', to: 'mailto:jordan@example.com' },
    ],
    says: [
      { at: 'details', is: /100 Sample Street.*Ankeny, IA 50021/ },
      { at: 'details', is: /Mon–Fri ?8AM–8PM/ },
      { at: 'details', is: /Sat ?9AM–5PM/ },
      { at: 'details', is: /Sun ?10AM–4PM/ },
      { at: 'map', is: /map/i },
      soon,
    ],
    sections: PICTURED,
  },
  {
    path: '/buy/first-time-buyers',
    lists: [
      { at: 'steps', of: 'step', are: 6 },
      { at: 'programs', of: 'card', are: [/FirstHome.*\$2,500/, /FHA.*3\.5%/, /USDA.*0%/, /VA.*0%/] },
    ],
    links: [
      { at: 'next', to: '/buy/home-buying-process' },
      { at: 'next', to: '/buy/mortgage-guide' },
      { at: 'next', to: '/buy' },
    ],
    says: [{ at: 'qualify', is: /no home in the last 3 years/ }],
    sections: PICTURED,
  },
  {
    path: '/buy/move-in-ready-homes',
    says: [{ is: /custom property search/i }],
    sections: PICTURED,
  },
  {
    path: '/buy/mortgage-guide',
    lists: [
      {
        at: 'benefits',
        of: 'card',
        are: [
          /lower monthly payments/i,
          /more buying power/i,
          /fewer surprises at closing/i,
          /long-term equity growth/i,
        ],
      },
      {
        at: 'process',
        of: 'step',
        are: [/pre-appro/i, /choose a? ?loan type/i, /compare rates/i, /lock the rate and submit/i],
      },
      { at: 'loan_types', of: 'row', are: [/^Conventional$/, /^FHA$/, /^VA$/, /^USDA$/, /^Adjustable$/] },
      { at: 'tools', of: 'card', are: [/Mortgage Calculator/i, /Affordability Worksheet/i, /Glossary/i] },
      { at: 'faq', of: 'question', are: [/down payment/i, /lower credit/i, /PMI/] },
    ],
    links: [
      { at: 'tools', to: '#calculator' },
      { at: 'tools', to: '#worksheet' },
      { at: 'tools', to: '#glossary' },
    ],
    says: [
      { at: 'loan_types', is: /Best for/i },
      { at: 'loan_types', is: /Features/i },
      { at: 'lenders', is: /Trusted Lender Partners/i },
      { at: 'faq', is: /typically 3–20%/i },
      { at: 'faq', is: /FHA, VA and USDA/ },
      { at: 'faq', is: /required[^.]*less than 20% down/ },
      { at: 'contact', is: /\(515\) 555-0142/ },
      { at: 'calculator', is: /estimate only/i },
      { at: 'worksheet', is: /estimate only/i },
      anyProvider,
      threeLenders,
    ],
    sections: PICTURED,
  },
  {
    path: '/buy/home-buying-process',
    lists: [
      {
        at: 'process',
        of: 'step',
        are: [
          /^Pre-Approval$/i,
          /^Home Search$/i,
          /^Make an Offer$/i,
          /^Negotiation$/i,
          /^Under Contract$/i,
          /^Closing Day$/i,
        ],
      },
    ],
    links: [{ at: 'hero', to: '#process' }],
    says: [
      { is: /typically[^.]*45–60 days/i },
      { is: /accepted offer to closing/i },
      threeLenders,
      anyProvider,
    ],
    sections: PICTURED,
  },
  {
    path: '/sell/staging-tips',
    lists: [
      { at: 'tips', of: 'card', are: 6 },
      { at: 'benefits', of: 'card', are: 4 },
      { at: 'versus', of: 'row', are: 'several' },
    ],
    says: [
      { at: 'virtual', is: /virtual staging/i },
      { at: 'versus', is: /professional.*do it yourself/i },
    ],
    sections: PICTURED,
  },
  {
    path: '/sell/marketing-strategy',
    lists: [
      { at: 'marketing', of: 'step', are: 5 },
      { at: 'visuals', of: 'point', are: 'several' },
      {
        at: 'areas',
        of: 'card',
        are: [/^Des Moines$/, /^West Des Moines$/, /^Urbandale$/, /^Waukee$/, /^Ankeny$/, /^Altoona$/],
      },
    ],
    says: [{ at: 'contact', is: /free strategy call/i }, { is: /100\+ ?Sites/i }, planTime],
    sections: { ...PICTURED, marketing_steps: 'list' },
  },
  {
    path: '/sell/fsbo-vs-agent',
    lists: [
      { at: 'reasons', of: 'card', are: 'several' },
      { at: 'challenges', of: 'card', are: 'several' },
      { at: 'agent', of: 'point', are: 'several' },
      { at: 'hybrid', of: 'card', are: 'several' },
      { at: 'claim', of: 'figure', are: [/10–15%/] },
    ],
    says: [
      { at: 'contact', is: /free consultation/i },
      { is: /5–6%/ },
      { at: 'claim', is: /claim/i },
      { is: /100\+ sites/ },
    ],
    sections: PICTURED,
  },
  {
    path: '/sell/home-valuation',
    lists: [
      { at: 'why', of: 'card', are: 'several' },
      { at: 'factors', of: 'row', are: 'several' },
      { at: 'faq', of: 'question', are: 3 },
    ],
    links: [{ at: 'hero', to: '/sell' }],
    says: [
      { at: 'contact', is: /free valuation/i },
      { is: /not an appraisal/ },
      { is: /no instant number/ },
      { is: /a person/ },
      valuationTime,
    ],
    sections: PICTURED,
  },
  {
    path: '/privacy-policy',
    says: [{ is: /mobile[^.]*\bnot (sold|shared)[^.]*marketing/i }],
  },
  {
    path: '/text-updates',
    says: [
      { is: /not a condition of purchase/i },
      { is: /message frequency varies/i },
      { is: /message and data rates may apply/i },
      { is: /reply STOP\b.*\bHELP for help/i },
      { is: /Prairie Lintel Realty/ },
    ],
    links: [
      { at: 'kinds', to: '/privacy-policy' },
      { at: 'kinds', to: '/terms-of-service' },
    ],
  },
  { path: '/lead-form-demo', sections: { hero_title: 'text' } },
];

/** The page and block of a form, with the source and tags of its leads. */
interface FormFacts {
  path: string;
  block: 'lead-form' | 'quick-lead-form' | 'market-report-form' | 'contact-form';
  source?: string;
  tags?: readonly string[];
  badge?: RegExp;
  /** Whether a button in the hero scrolls to the form. */
  fromHero?: true;
}

const seller = ['Website Lead', 'Seller'];
const website = ['Website Lead'];
const both = ['Website Lead', 'Real Estate'];

export const forms: readonly FormFacts[] = [
  { path: '/?layout=lead-capture', block: 'quick-lead-form', source: 'Home Page', tags: both },
  { path: '/?layout=lead-capture', block: 'market-report-form', source: 'Market Report', tags: both },
  {
    path: '/buy',
    block: 'lead-form',
    source: 'Buy Page',
    tags: ['Website Lead', 'Buyer'],
    badge: /^10 MIN RESPONSE$/,
    fromHero: true,
  },
  { path: '/sell', block: 'lead-form', source: 'Sell Page', tags: seller, fromHero: true },
  {
    path: '/buy/mortgage-guide',
    block: 'lead-form',
    source: 'MortgageGuide Page',
    tags: website,
    fromHero: true,
  },
  {
    path: '/buy/home-buying-process',
    block: 'lead-form',
    source: 'HomeBuyingProcess Page',
    tags: website,
    fromHero: true,
  },
  { path: '/sell/staging-tips', block: 'lead-form' },
  {
    path: '/sell/marketing-strategy',
    block: 'lead-form',
    source: 'MarketingStrategy Page',
    tags: seller,
    badge: /^Free strategy call$/i,
  },
  {
    path: '/sell/fsbo-vs-agent',
    block: 'lead-form',
    source: 'FsboVsAgent Page',
    tags: seller,
    badge: /^Free consultation$/i,
  },
  {
    path: '/sell/home-valuation',
    block: 'lead-form',
    source: 'HomeValuation Page',
    tags: seller,
    badge: /^Free valuation$/i,
  },
  { path: '/about', block: 'contact-form', source: 'About Page', tags: website, fromHero: true },
  { path: '/contact', block: 'contact-form', source: 'Contact Page', tags: website },
  { path: '/service-areas', block: 'contact-form', source: 'Communities Page', tags: website },
  { path: '/buy/first-time-buyers', block: 'contact-form', source: 'FirstTimeBuyers Page', tags: website },
  { path: '/buy/move-in-ready-homes', block: 'contact-form', source: 'MoveInReady Page', tags: website },
  { path: '/lead-form-demo', block: 'lead-form', source: 'Lead Form Demo', tags: ['Demo'] },
];

/** Columns of the custom list fields, by section id. */
export const listColumns: Readonly<Record<string, readonly string[]>> = {
  team_members: ['name', 'title', 'photo', 'bio'],
  featured_neighborhoods: ['name', 'description', 'image'],
  marketing_steps: ['title', 'description', 'icon'],
};

/** Public routes without a layout of their own, with their canonical paths. */
export const views: readonly (readonly [path: string, canonical: string])[] = [
  ['/contact-us', '/contact'],
  ['/wp-about', '/about'],
  ['/wp-buy', '/buy'],
  ['/wp-sell', '/sell'],
  ['/wp-contact', '/contact'],
  ['/wp/mortgage-guide', '/buy/mortgage-guide'],
];

/** The top level of the main menu. The guides are below it. */
export const header: readonly (readonly [words: string, to: string])[] = [
  ['Home', '/'],
  ['Buyers', '/buy'],
  ['Sellers', '/sell'],
  ['Neighborhoods', '/neighborhoods'],
  ['About', '/about'],
  ['Contact', '/contact-us'],
];

/** Links of the footer groups, in order. */
export const footer: readonly (readonly [words: RegExp, to: string])[] = [
  [/buy/i, '/buy'],
  [/sell/i, '/sell'],
  [/^West Des Moines$/, '/neighborhoods#west-des-moines'],
  [/^Ankeny$/, '/neighborhoods#ankeny'],
  [/^Beaverdale$/, '/neighborhoods#beaverdale'],
  [/^Johnston$/, '/neighborhoods#johnston'],
  [/^Waukee$/, '/neighborhoods#waukee'],
  [/^Schedule a Call$/, '/contact'],
  [/^Contact$/, '/contact'],
  [/^Privacy Policy$/, '/privacy-policy'],
  [/^Terms of Service$/, '/terms-of-service'],
  [/^Sitemap$/, '/sitemap'],
];

/** Links on the not-found page. */
export const notFound: readonly (readonly [words: RegExp, to: string])[] = [
  [/./, '/'],
  [/./, '/buy'],
  [/./, '/sell'],
  [/./, '/neighborhoods'],
  [/^Contact Us for Help$/, '/contact'],
];

/** Sidebar links of the guides, in order. */
export const sidebars: Readonly<Record<string, readonly string[]>> = {
  '/buy': ['/buy', '/buy/first-time-buyers', '/buy/mortgage-guide', '/buy/move-in-ready-homes'],
  '/sell': [
    '/sell',
    '/sell/home-valuation',
    '/sell/staging-tips',
    '/sell/marketing-strategy',
    '/sell/fsbo-vs-agent',
  ],
};

/** Paths of the old site, with their redirect targets. */
export const moved: readonly (readonly [from: string, to: string])[] = [
  ['/buyers', '/buy'],
  ['/sellers', '/sell'],
  ['/buyers/first-time-home-buyers', '/buy/first-time-buyers'],
  ['/buyers/home-buying-process', '/buy/home-buying-process'],
  ['/buyers/mortgage-guide', '/buy/mortgage-guide'],
  ['/oauth-error', '/oauth/error'],
  ['/test-oauth', '/oauth/test'],
];

/** Phrases that describe people, or who would fit in, instead of the property. Fair-housing rules forbid them. */
export const unfair: readonly RegExp[] = [
  /\b(safe|safer|safest)\s+(neighborhood|area|street|community|place|part|town|suburb)/i,
  /\b(low|no|little)[- ]crime\b|\bcrime rate/i,
  /\b(good|great|best|excellent|top|top-rated|award-winning|strong|desirable)\s+schools?\b/i,
  /\b(perfect|ideal|great|best)\s+for\s+(a\s+|an\s+)?(young|growing|active|single|retire|empty|professional|famil|couple|kid|child)/i,
  /\bperfect for\b/i,
  /\bfamily[- ](friendly|oriented)\b|\bfor families\b|\b(young|growing) famil(y|ies)\b/i,
  /\b(exclusive|prestigious|elite)\b/i,
  /\b(empty[- ]nesters?|retirees|young professionals|newlyweds|singles|bachelor)\b/i,
  /\b(diverse|ethnic|integrated|traditional)\s+(neighborhood|area|community|street)/i,
  /\b(church|synagogue|mosque|temple|parish)(es|s)?\b/i,
  /\bthe right (kind|sort) of (people|neighbors|buyers?)\b/i,
];
