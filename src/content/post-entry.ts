import type { ImageValue } from '../builder/field.ts';
import type { Term } from './types.ts';

/** A post as lists show it. Texts are plain. */
export interface PostEntry {
  id: number;
  slug: string;
  /** Our route. */
  path: string;
  title: string;
  excerpt: string;
  /** ISO 8601, in UTC. */
  date: string;
  modified: string;
  author: string | null;
  image: ImageValue | null;
  categories: readonly Term[];
  tags: readonly Term[];
}

/** A post as its own page shows it. */
export interface FullPost extends PostEntry {
  /** Sanitised HTML. */
  content: string;
  /** Reading time, in whole minutes, at least 1. */
  minutes: number;
  /** What an SEO plugin says instead of title and excerpt. */
  seo: { title?: string; description?: string; image?: ImageValue; noindex?: boolean };
}
