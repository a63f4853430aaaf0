import { z } from 'zod';

/** The tabs of the plugin's settings screen. */
type Tab = 'identity' | 'contact' | 'search';
const on = (tab: Tab) => ({ tab });

const text = z.string().trim().min(1);
const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 09:00')
  .meta({ input: 'time', fault: 'Write a time like 09:00.' });

const dayHours = z.object({
  /** The days as shown to visitors: `Mon–Fri`. */
  days: text.meta({
    title: 'Days, as visitors read them',
    examples: ['Mon–Fri'],
    fault: 'Name the days as visitors read them, such as Mon–Fri.',
  }),
  /** Days of the week that this entry covers; 0 is Sunday. */
  weekdays: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .meta({ input: 'weekdays', fault: 'Tick the days this line is for.' }),
  opens: clock.meta({ title: 'Opens' }),
  closes: clock.meta({ title: 'Closes' }),
});

const profile = z.object({ name: z.enum(['Facebook', 'Instagram', 'LinkedIn', 'YouTube']), url: z.url() });

/**
 * All site-wide settings; each is declared only here. The schema validates the built-in values and the WordPress
 * option. `sections.json` contains it as JSON Schema. From that, the companion plugin derives its settings screen, its
 * validation and its REST response.
 *
 * The screen shows every setting with a `title`, in this order and on its `tab`. Other metadata: `description` is the
 * help text, `fault` the error message, `input` replaces the default input of the type, `choices` are the labels of the
 * values of an enum, and `dials` names the phone number from which an empty value is derived. The first value of an
 * optional enum is its default.
 */
export const siteSettingsSchema = z.object({
  agent: z
    .object({
      name: text.meta({ title: 'Name' }),
      /** License number as the real estate commission lists it, for example `S12345000`. */
      licence: text.meta({
        title: 'License number',
        description: 'As the commission lists it.',
        examples: ['S12345000'],
      }),
      licensedIn: text.meta({ title: 'Licensed in', examples: ['Iowa'] }),
      email: z.email().meta({ title: 'E-mail address' }),
      /** The phone number as shown to visitors. */
      phone: text.meta({
        title: 'Phone number',
        description: 'As visitors read it.',
        examples: ['(515) 555-0123'],
      }),
      /** The phone number in E.164 format, for `tel:` links. */
      phoneDial: z
        .string()
        .regex(/^\+[1-9]\d{7,14}$/, 'is not a number like +15155550123')
        .meta({
          title: 'Phone number to dial',
          description:
            'With the country code, for links that call. Left empty, it is made from a US phone number.',
          examples: ['+15155550123'],
          input: 'tel',
          fault: 'This number cannot be dialled. Write it like +15155550123.',
          dials: 'phone',
        }),
      /** Picture of the agent with the aspect ratio 3:4, shown after a form is sent. */
      portrait: z
        .string()
        .trim()
        .meta({
          title: 'Portrait',
          description:
            'Three wide and four high: a picture of the media library, or a path of the site. Shown when a visitor has sent a form. May stay empty.',
          examples: ['https://www.example.com/wp-content/uploads/agent.jpg'],
          input: 'picture',
        })
        .optional(),
    })
    .meta({ title: 'Agent', ...on('identity') }),
  brokerage: z
    .object({
      name: text.meta({ title: 'Name' }),
      url: z.url().meta({ title: 'Website', examples: ['https://www.example.com'] }),
      /** Views get an empty text in place of a logo that is an SVG from WordPress, or whose host is not allowed. */
      logo: text.meta({
        title: 'Logo',
        description: 'A JPEG, PNG or WebP of the media library, or a path of the site.',
        examples: ['https://www.example.com/wp-content/uploads/logo.png'],
        input: 'picture',
      }),
    })
    .meta({ title: 'Brokerage', ...on('identity') }),
  address: z
    .object({
      street: text.meta({ title: 'Street' }),
      locality: text.meta({ title: 'City' }),
      region: text.meta({ title: 'State', examples: ['IA'] }),
      postalCode: text.meta({ title: 'ZIP code' }),
      country: text.meta({ title: 'Country', examples: ['US'] }),
    })
    .meta({ title: 'Office address', ...on('contact') }),
  hours: z
    .array(dayHours)
    .min(1)
    .meta({
      title: 'Office hours',
      ...on('contact'),
      description: 'One line for days with the same hours.',
    }),
  social: z.array(profile).meta({ title: 'Profiles', input: 'profiles', ...on('contact') }),
  priceRange: text.meta({
    title: 'Price range',
    ...on('search'),
    description: 'For search engines: from $ to $$$$.',
    examples: ['$$'],
  }),
  site: z
    .object({
      name: text.meta({ title: 'Name of the site' }),
      description: text.meta({
        title: 'Description',
        description: 'For search engines, where a page has no description of its own.',
      }),
      timeZone: text.meta({
        title: 'Time zone',
        description: 'Office hours and scheduled sections follow it.',
        input: 'timeZone',
      }),
    })
    .meta({ title: 'Site', ...on('identity') }),
  seo: z
    .object({
      titleSuffix: text.meta({
        title: 'End of page titles',
        description: 'Search engines show “Page | End”.',
      }),
      shareImage: text.meta({
        title: 'Share image',
        description:
          'A picture of 1200 by 630 pixels of the media library, or a path of the site. Shown where a link is shared.',
        examples: ['https://www.example.com/wp-content/uploads/share.jpg'],
        input: 'picture',
      }),
    })
    .meta({ title: 'Search and sharing', ...on('search') }),
  /** `shown` by default. */
  comments: z
    .enum(['shown', 'open', 'off'])
    .meta({
      title: 'Comments',
      description:
        'Without a choice, visitors read comments. They write some only where WordPress allows it.',
      choices: {
        shown: 'Visitors read the comments',
        open: 'Visitors read comments and write some',
        off: 'No comments',
      },
      fault: 'Choose one of the options.',
      ...on('identity'),
    })
    .optional(),
  /**
   * True while the built-in sample identity is in use. The site then asks search engines not to index it, unless
   * ALLOW_SAMPLE_INDEX is set.
   */
  sample: z.boolean(),
});

export type SiteSettings = z.infer<typeof siteSettingsSchema>;
