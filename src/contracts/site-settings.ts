import { z } from 'zod';

const text = z.string().trim().min(1);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 09:00');

const dayHours = z.object({
  /** The days as shown to visitors: `Mon–Fri`. */
  days: text,
  /** Days of the week that this entry covers; 0 is Sunday. */
  weekdays: z.array(z.number().int().min(0).max(6)).min(1),
  opens: clock,
  closes: clock,
});

/** All site-wide settings. The same schema validates the built-in values and the WordPress option. */
export const siteSettingsSchema = z.object({
  site: z.object({ name: text, description: text, timeZone: text }),
  agent: z.object({
    name: text,
    /** License number as the real estate commission lists it, for example `S12345000`. */
    licence: text,
    licensedIn: text,
    email: z.email(),
    /** The phone number as shown to visitors. */
    phone: text,
    /** The phone number in E.164 format, for `tel:` links. */
    phoneDial: z.string().regex(/^\+[1-9]\d{7,14}$/, 'is not a number like +15155550123'),
    /** Picture of the agent with the aspect ratio 3:4, shown after a form is sent. */
    portrait: z.string().trim().optional(),
  }),
  /** The logo is empty for views if it may not be shown. */
  brokerage: z.object({ name: text, url: z.url(), logo: text }),
  address: z.object({ street: text, locality: text, region: text, postalCode: text, country: text }),
  hours: z.array(dayHours).min(1),
  social: z.array(z.object({ name: z.enum(['Facebook', 'Instagram', 'LinkedIn', 'YouTube']), url: z.url() })),
  priceRange: text,
  seo: z.object({ titleSuffix: text, shareImage: text }),
  /** True while the built-in sample identity is in use. The site then asks search engines not to index it. */
  sample: z.boolean(),
});

export type SiteSettings = z.infer<typeof siteSettingsSchema>;
