import type { ContentSource, SiteData } from '../../src/content/types.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Config } from '../config.ts';
import type { BuiltInContent } from './built-in-content.ts';
import type { ContentReader } from './content-reader.ts';
import type { FrameMaker } from './finish-frame.ts';
import type { PageAnswers } from './page-answers.ts';

/** What the specified content calls answer from. */
export interface SourceParts {
  config: Config;
  now: () => number;
  builtIn: BuiltInContent;
  reader: ContentReader;
  frames: FrameMaker;
  pages: PageAnswers;
}

/** The content source behind our own `/wp-json` routes. Posts reject when WordPress fails and none are kept. */
export function contentSource({ config, now, builtIn, reader, frames, pages }: SourceParts): ContentSource {
  return {
    async page(slug) {
      const answer = await pages.route(`/wp/${encodeURIComponent(slug)}`);
      return answer.status === 200 ? answer.page : null;
    },
    async posts(query) {
      if (config.wordpress !== null) {
        const posts = await reader.posts(query);
        if (posts === null) throw new Error('Failed to fetch posts. Please try again later.');
        return [...posts];
      }
      const { perPage = 10, page = 1, category, slug } = query;
      return builtIn.posts
        .filter((post) => slug === undefined || post.slug === slug)
        .filter((post) => category === undefined || post.categoryIds.includes(category))
        .slice((page - 1) * perPage, page * perPage);
    },
    menu: (location) => frames.menu(location),
    async siteData() {
      return (await reader.siteData()) ?? builtInSiteData(await frames.settings(), config, now());
    },
  };
}

function builtInSiteData(settings: SiteSettings, config: Config, now: number): SiteData {
  const address = config.publicUrl ?? '';
  return {
    name: settings.site.name,
    description: settings.site.description,
    url: address,
    home: address,
    gmt_offset: offsetInHours(settings.site.timeZone, now),
    timezone_string: settings.site.timeZone,
    site_logo: settings.brokerage.logo,
    site_icon: null,
  };
}

/** The zone's present offset from UTC, as WordPress states it: `-6`, `5.5`. */
function offsetInHours(timeZone: string, now: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const match = /([+-])(\d{2}):(\d{2})/.exec(name);
  if (!match) return 0;
  const hours = Number(match[2]) + Number(match[3]) / 60;
  return match[1] === '-' ? -hours : hours;
}
