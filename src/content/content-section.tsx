import parse from 'html-react-parser';
import { useEffect, type ReactNode } from 'react';
import { usePage } from './content-hooks.ts';

interface Props {
  /** Slug of the page that contains the section. */
  page: string;
  /** Name of the custom field. */
  section: string;
  /** Shown while loading (if there is no skeleton), and if the section is missing or failed to load. */
  fallback?: ReactNode;
  /** Shown while loading. */
  skeleton?: ReactNode;
}

/**
 * Renders the HTML of one custom field of a page, which the server has sanitized. If the field is missing or the page
 * fails to load, logs this to the console and renders `fallback`.
 */
export function ContentSection({ page: slug, section, fallback = null, skeleton = fallback }: Props) {
  const { page, isLoading, error } = usePage(slug);
  const value = page?.acf[section];
  const html = typeof value === 'string' && value.trim() !== '' ? value : null;
  const failed = error !== null;
  const missing = !isLoading && !failed && html === null;
  const name = `${slug}: ${section}`;

  useEffect(() => {
    if (failed) console.error('Failed to load content', name);
    if (missing) console.error('Content section not found', name);
  }, [failed, missing, name]);

  if (isLoading) return skeleton;
  return html === null ? fallback : parse(html);
}
