import { useLocation } from 'react-router-dom';
import type { MenuItem } from '../contracts/content.ts';
import { PATH_ALIASES } from '../contracts/path-aliases.ts';
import { SiteLink } from '../ui/text/site-link.tsx';
import type { LinkValue } from '../builder/field.ts';

/** A menu's entries as list items, for a `ul` of the caller. The children of an entry without a URL are collapsible. */
export function MenuEntries({ items }: { items: readonly MenuItem[] }) {
  const { pathname } = useLocation();
  return items.map((item) => {
    const below = item.children.length > 0 && (
      <ul role="list">
        <MenuEntries items={item.children} />
      </ul>
    );
    return (
      <li key={item.id}>
        {item.path === '' && below ? (
          <details>
            <summary>{item.title}</summary>
            {below}
          </details>
        ) : (
          <>
            <MenuEntry item={item} pathname={pathname} />
            {below}
          </>
        )}
      </li>
    );
  });
}

/** A single entry: a link, or plain text if it has no URL. */
export function MenuEntry({ item, pathname }: { item: MenuItem; pathname: string }) {
  if (item.path === '') return <span>{item.title}</span>;
  return <SiteLink link={menuItemLink(item)} aria-current={ariaCurrentOf(item, pathname)} />;
}

/**
 * Returns `page` for the current page's entry, `true` for its ancestors in the menu or in the path, and undefined for
 * all other entries.
 */
export function ariaCurrentOf({ path, children }: MenuItem, pathname: string): 'page' | true | undefined {
  if (indexed(path) === indexed(pathname)) return 'page';
  const above = path !== '' && path !== '/' && pathname.startsWith(`${path}/`);
  return above || children.some((child) => ariaCurrentOf(child, pathname)) ? true : undefined;
}

const indexed = (path: string) => PATH_ALIASES.get(path) ?? path;

/** Converts a menu entry to a link value for `SiteLink`, which shows external links in the same way everywhere. */
export function menuItemLink(item: MenuItem): LinkValue {
  return { href: item.path, text: item.title, newTab: item.target === '_blank' };
}
