import { useId } from 'react';
import type { PropsOf } from '../../src/builder/block.ts';
import { Accordion } from '../../src/ui/layout/accordion.tsx';
import { SideHeadingSection } from '../../src/ui/layout/side-heading-section.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

/** An accordion of questions, beside a heading that stays visible while the visitor scrolls. */
export default function FaqView({ tone, eyebrow, title, desc, link, items }: PropsOf<typeof block>) {
  const name = useId();
  return (
    <SideHeadingSection
      tone={tone}
      title={title}
      eyebrow={eyebrow}
      intro={desc && <RichText html={desc} />}
      below={link?.text && <ArrowLink link={link} />}
    >
      {'html' in items ? (
        <RichText html={items.html} />
      ) : (
        <Accordion
          name={name}
          items={items.rows.map((row) => ({ title: row.question, content: <RichText html={row.answer} /> }))}
        />
      )}
    </SideHeadingSection>
  );
}
