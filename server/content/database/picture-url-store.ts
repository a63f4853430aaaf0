import type { PictureUrlStore } from '../../media/pictures.ts';
import type { ContentDatabase } from './content-database.ts';

/** Creates the store in the content database that maps picture keys to the URLs of the originals. */
export function createPictureUrlStore({ query }: ContentDatabase): PictureUrlStore {
  return {
    async find(key) {
      const row = await query
        .selectFrom('content_pictures')
        .select('url')
        .where('key', '=', key)
        .executeTakeFirst();
      return row?.url ?? null;
    },
    async save(pictures) {
      for (const picture of pictures) {
        await query
          .insertInto('content_pictures')
          .values(picture)
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute();
      }
    },
  };
}
