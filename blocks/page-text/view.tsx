import { useContext } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { FaultContext } from '../../src/builder/placement-context.ts';
import { ContentSection } from '../../src/content/content-section.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import type block from './block.ts';

const Body = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
`;

/**
 * A text of another page, which the server has found. Where it has found none, the application looks for the field once
 * more, with the states of a content section. An editor, who is choosing the field, sees the fallback.
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
  const { show: isEditor } = useContext(FaultContext);
  const other = fallback && <Body html={fallback} />;
  return (
    <Section tone={tone} heading={title === undefined ? undefined : { title, eyebrow }}>
      {html !== null ? (
        <Body html={html} />
      ) : page && field && !isEditor ? (
        <ContentSection
          page={page.path.slice(page.path.lastIndexOf('/') + 1)}
          section={field}
          fallback={other}
        />
      ) : (
        other
      )}
    </Section>
  );
}
