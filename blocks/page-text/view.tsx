import { useContext } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { BlockFaultContext } from '../../src/builder/placement-context.ts';
import { slugOf } from '../../src/content/content-paths.ts';
import { ContentSection } from '../../src/content/content-section.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import type block from './block.ts';

const Body = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
`;

/**
 * Shows a text of another page or post. If the server found none, the fallback is shown. After a client-side
 * navigation, the visitor's browser then also requests the field, and shows its text if there is one. Editors see only
 * the fallback, because they may still be choosing the field.
 */
export default function PageTextView({
  tone,
  eyebrow,
  title,
  page,
  field,
  html,
  fallback,
}: PropsOf<typeof block>) {
  const { show: isEditor } = useContext(BlockFaultContext);
  const other = fallback && <Body html={fallback} />;
  return (
    <Section tone={tone} heading={title === undefined ? undefined : { title, eyebrow }}>
      {html !== null ? (
        <Body html={html} />
      ) : page && field && !isEditor ? (
        <ContentSection page={slugOf(page.path)} section={field} fallback={other} />
      ) : (
        other
      )}
    </Section>
  );
}
