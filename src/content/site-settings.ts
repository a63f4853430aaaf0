import { z } from 'zod';

const text = z.string().trim().min(1);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 09:00');

const dayHours = z.object({
  /** Days in words, as visitors read them: `Mon–Fri`. */
  days: text,
  /** Days of the week this line covers, 0 is Sunday. */
  weekdays: z.array(z.number().int().min(0).max(6)).min(1),
  opens: clock,
  closes: clock,
});

/** Everything about the site that is not a page: one schema for the built-in values and for WordPress's option. */
export const siteSettingsSchema = z.object({
  site: z.object({ name: text, description: text, timeZone: text }),
  agent: z.object({
    name: text,
    /** Licence as the commission lists it, for example `S12345000`. */
    licence: text,
    licensedIn: text,
    email: z.email(),
    /** As visitors read it. */
    phone: text,
    /** E.164, for `tel:` links. */
    phoneDial: z.string().regex(/^\+[1-9]\d{7,14}$/, 'is not a number like +15155550123'),
  }),
  brokerage: z.object({ name: text, url: z.url(), logo: text }),
  address: z.object({ street: text, locality: text, region: text, postalCode: text, country: text }),
  hours: z.array(dayHours).min(1),
  social: z.array(z.object({ name: z.enum(['Facebook', 'Instagram', 'LinkedIn', 'YouTube']), url: z.url() })),
  priceRange: text,
  seo: z.object({ titleSuffix: text, shareImage: text }),
  /** True while the built-in identity is in place: the site asks not to be indexed. */
  sample: z.boolean(),
});

export type SiteSettings = z.infer<typeof siteSettingsSchema>;
