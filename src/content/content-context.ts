import { createContext } from 'react';
import type { ContentSource } from './types.ts';

/** What a provider says when its source fails. */
export interface ContentMessages {
  /** For the console. */
  logged: Readonly<Record<'page' | 'posts' | 'menu' | 'siteData', string>>;
  /** For the provider's error state. */
  shown: Readonly<Record<'posts' | 'siteData', string>>;
}

/** What a provider hands down. It never changes while a page stands: nothing below renders again because of it. */
export interface Content {
  source: ContentSource;
  messages: ContentMessages;
  /** The host whose addresses are routes of this site; null on our own origin, where routes come without host. */
  ownHost: string | null;
}

/** The nearest provider's content; null outside of one. */
export const ContentContext = createContext<Content | null>(null);
