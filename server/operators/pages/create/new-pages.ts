import { pageTemplates, pageFromTemplate } from '../../../../src/builder/page-templates.ts';
import type {
  CreatedPage,
  NewPageChoices,
  NewPageRequest,
  PageAddressCheck,
  PageChoice,
} from '../../../../src/contracts/operators/new-page.ts';
import type { EditablePage, SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import { placementSchema, type Placement } from '../../../../src/contracts/layout.ts';
import type { Content } from '../../../content/content.ts';
import { showsPageContent } from '../../../content/normalise/page-content.ts';
import { encodedPath } from '../../../content/paths/page-paths.ts';
import { LAYOUT_ENTRY_ROUTES } from '../../../content/rest/layout-entry-routes.ts';
import type { WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { isJsonObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import { READ_ALL_ACCOUNT, type EditorAccount } from '../editor-account.ts';
import { ApiError } from '../../api/api-error.ts';
import { toApiError, serializeLayout } from '../builder/edited-page-store.ts';
import { rawText } from '../builder/rest-page-store.ts';
import { saveTargetOf, requirePageWriter } from '../editing-rights.ts';
import type { BuilderEntry } from '../page-list.ts';
import { readTemplateBlockIds } from '../reusable/template-blocks.ts';
import { ensureParentPage } from '../store-built-in-page.ts';
import { possibleParents, type RequestedPageAddress } from './page-address.ts';
import type { PageBuilder } from '../builder/page-builder.ts';
import { addMenuEntry, menuFaultText, readMenuChoices } from '../settings/page-menus.ts';
import { uploadBuiltInPicturesInValues } from '../builder/built-in-pictures.ts';
import { postPage } from '../builder/post-page.ts';

interface Around {
  builder: Pick<PageBuilder, 'target' | 'pages' | 'reusable' | 'find' | 'open'>;
  content: Pick<Content, 'check' | 'blocks' | 'builtIn'>;
  /** The account that reads and writes, and whose rights apply. */
  account: EditorAccount;
}

/** Returns the choices in the dialog for a new page: templates, parents, pages to copy, and menus. */
export async function readNewPageChoices({ builder, account }: Around): Promise<NewPageChoices> {
  const { writer } = account;
  const target = saveTargetOf(account, builder.target);
  const pages = builder.pages(account);
  return {
    target,
    templates: [
      ...pageTemplates.map(({ id, title, description, keywords, layout }) => ({
        id,
        title,
        description,
        keywords,
        blocks: layout.map(({ block }) => block),
      })),
      ...(await savedTemplates(builder.reusable(account), writer)),
    ],
    parents: possibleParents(pages).flatMap(pageChoicesOf),
    pages: pages.flatMap(pageChoicesOf),
    menus: writer
      ? await readMenuChoices(writer)
      : { reason: 'Menus cannot be changed without an account for WordPress.' },
  };
}

/** Returns the templates that editors have saved. Each id is the template's `at`, from which a new page is copied. */
async function savedTemplates(
  entries: readonly BuilderEntry[],
  writer: EditorAccount['writer'],
): Promise<NewPageChoices['templates']> {
  const blocks = await readTemplateBlockIds(writer);
  return entries.flatMap(({ kind, at, own }) => {
    const ofTemplate = own && kind === 'template' ? blocks.get(own.id) : undefined;
    return own && ofTemplate
      ? [
          {
            id: at,
            title: own.title || at,
            description: 'Your template.',
            keywords: ['saved'],
            blocks: ofTemplate,
          },
        ]
      : [];
  });
}

/** Returns a list with the page as its only choice; the list is empty if the page has no path. */
export function pageChoicesOf({ at, path, own, builtIn }: BuilderEntry): PageChoice[] {
  return path === null
    ? []
    : [{ at, path: encodedPath(path), title: own?.title || builtIn?.page.title || path }];
}

/**
 * Creates a page as a draft: uploads its built-in pictures, stores built-in parent pages that WordPress lacks, and adds
 * the menu entry. `note` says what failed after the page was created. Throws an `ApiError` if the account may not
 * create pages, if no page can have the address, if the template or original is missing, or if WordPress does not
 * store it.
 */
export async function createPage(
  asked: NewPageRequest,
  { builder, content, account }: Around,
  addressOf: (address: RequestedPageAddress) => Promise<PageAddressCheck>,
): Promise<CreatedPage> {
  const writer = requirePageWriter(account, builder.target);
  // An earlier try may have created the page or its parent although its response was lost.
  await content.check().catch(() => {});
  const { path, fault: addressFault } = await addressOf({ ...asked, at: null });
  if (addressFault !== null) throw new ApiError(422, addressFault);
  const start = await startingPoint(asked, { builder, content, account }, writer);
  const parent = asked.parent === null ? null : builder.find(asked.parent, account);
  const { title, slug, menu } = asked;
  const { layout } = start;
  // Pictures are uploaded first. If the account may not upload, no parent page is left behind.
  const values = await uploadBuiltInPicturesInValues(start.values, layout, { content, account, writer });
  const create = async () =>
    postPage(
      writer,
      { kind: 'page', id: null },
      {
        title,
        slug,
        parent: await ensureParentPage(writer, parent, builder.pages(account)),
        status: 'draft',
        ...start.text,
        acf: {
          ...values,
          ...(layout.length > 0 ? { page_layout: serializeLayout(layout) } : {}),
        },
      },
    );
  const { entry, fault } = await create().catch((error: unknown) => {
    // The page or its parent may have been stored. The check reads them, so that another try finds them.
    void content.check().catch(() => {});
    throw toApiError(error, account);
  });
  const id = Number(entry.id);
  let note = fault === null ? null : `The page was created, but: ${fault}`;
  if (menu !== null) {
    await addMenuEntry(writer, { id, title, menu }).catch((error: unknown) => {
      note = `${note ?? ''} The page was created, but its menu entry was not. ${menuFaultText(error)}`.trim();
    });
  }
  // Updates the mirror, because the builder can only open pages that the mirror has.
  await content.check().catch(() => {});
  const found = builder.pages(READ_ALL_ACCOUNT).find(({ own }) => own?.id === id);
  return { at: found?.at ?? path, note };
}

/**
 * Returns the layout and section values of a new page, from a template or a page to copy. `text` has the REST fields of
 * the copied page's own text; it is empty if the layout does not show that text.
 */
async function startingPoint(
  { start, title }: NewPageRequest,
  { builder, content, account }: Around,
  writer: WordPressWriter,
): Promise<{ layout: readonly Placement[]; values: SectionValues; text: JsonObject }> {
  if (start.kind === 'template') {
    const template = pageFromTemplate(start.id, title, content.blocks);
    if (!template) throw new ApiError(422, 'There is no such template. Reload, then choose one.');
    const layout = template.layout.map((each) => placementSchema.parse(each));
    return { layout, values: template.values, text: {} };
  }
  const page = await builder.open(start.at, account);
  if (!page) throw new ApiError(422, 'The page to copy does not exist any more. Choose another.');
  const { layout, builtIn } = page;
  const text = layout.some(showsPageContent)
    ? await ownText(page, writer).catch((error: unknown) => {
        throw toApiError(error, account);
      })
    : {};
  // Built-in texts belong to the path of the original, so the copy gets them as values of its own.
  return { layout, values: { ...builtIn, ...page.values }, text };
}

/**
 * Returns the REST fields of a stored page's own text, excerpt and featured image, as its editor wrote them. A
 * password-protected text keeps its password. Throws a `WordPressWriterError` if the account may not edit the page.
 */
async function ownText(
  { kind, id }: Pick<EditablePage, 'kind' | 'id'>,
  writer: WordPressWriter,
): Promise<JsonObject> {
  if (id === null) return {};
  const entry = await writer.get(`${LAYOUT_ENTRY_ROUTES[kind]}/${id}`, { context: 'edit' });
  if (!isJsonObject(entry)) return {};
  const { featured_media: picture, password } = entry;
  return {
    content: rawText(entry.content),
    excerpt: rawText(entry.excerpt),
    ...(picture ? { featured_media: picture } : {}),
    ...(password ? { password } : {}),
  };
}
