import parse from 'html-react-parser';
import { useEffect, type ReactNode } from 'react';
import { usePage } from './use-page.ts';

interface Props {
  /** Slug of the page that holds the section. */
  page: string;
  /** Name of the custom field. */
  section: string;
  /** Stands in while loading (without a skeleton), and where the section is missing or cannot be had. */
  fallback?: ReactNode;
  /** Stands in while loading. */
  skeleton?: ReactNode;
}

/** The HTML of one custom field of a page. The server has sanitised it; a missing one is logged, not shown. */
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
