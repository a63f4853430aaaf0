import type { BodyBlockPropsOf } from '../../src/builder/body-block.ts';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

/** A link to the contact form below the text. */
export default function ContactFormLinkView({ text }: BodyBlockPropsOf<typeof block>) {
  return (
    <p>
      <ButtonLink link={{ href: '#contact-form', text, newTab: false }} />
    </p>
  );
}
