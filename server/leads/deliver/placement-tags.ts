import { tagLines } from '../../../src/leads/forms/lead-tags.ts';
import type { Content } from '../../content/content.ts';
import type { LeadRow } from './delivery.ts';

/**
 * Returns the tags that editors gave to the lead's form on its page, in every layout that visitors see. What the
 * request itself says about tags does not count.
 */
export async function placementTags(
  content: Pick<Content, 'resolve'>,
  { form, page: path }: Pick<LeadRow, 'form' | 'page'>,
): Promise<readonly string[]> {
  if (path === null) return [];
  const answers = [(await content.resolve({ path }))?.answer];
  const [own] = answers;
  for (const { name } of own?.status === 200 ? (own.test?.variants ?? []) : []) {
    answers.push((await content.resolve({ path, variant: name }))?.answer);
  }
  return answers.flatMap((answer) =>
    answer?.status === 200
      ? answer.document.placements
          .filter(({ block }) => block === form)
          .flatMap(({ props }) =>
            'tags' in props && typeof props.tags === 'string' ? tagLines(props.tags) : [],
          )
      : [],
  );
}
