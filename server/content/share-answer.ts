import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Scenes } from '../media/scenes.ts';
import { shareCard, shareImage, type ShareCard } from '../media/share-card.ts';
import type { RouteAnswer } from './gateway.ts';

type Found = Extract<RouteAnswer, { status: 200 }>;
type Other = Exclude<RouteAnswer, { status: 200 }>;

/** An answer with the card of its share image; pages without an image of their own have that one in their head. */
export type SharedAnswer = (Found & { share: ShareCard }) | Other;

interface Made {
  settings: SiteSettings;
  photographs: readonly string[];
  shared: SharedAnswer;
}

/** Adds share images to answers. The same answer gets the same object, until settings or addresses change. */
export function shareAnswers(scenes: Scenes) {
  const made = new WeakMap<Found, Made>();
  /** `photographs` are the origins of WordPress's pictures. */
  return (answer: RouteAnswer, settings: SiteSettings, photographs: readonly string[]): SharedAnswer => {
    if (answer.status !== 200) return answer;
    const before = made.get(answer);
    if (before?.settings === settings && before.photographs === photographs) return before.shared;
    const share = shareCard(answer.document, settings, { scenes, photographs });
    const { document } = answer;
    const head = answer.ownImage
      ? document.head
      : { ...document.head, image: shareImage(document.head.canonical, share) };
    const shared = { ...answer, document: { ...document, head }, share };
    made.set(answer, { settings, photographs, shared });
    return shared;
  };
}
