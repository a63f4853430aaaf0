import styled from 'styled-components';
import type { BodyBlockPropsOf } from '../../src/builder/body-block.ts';
import { SocialIcon } from '../../src/ui/layout/social-icon.tsx';
import { VisuallyHidden } from '../../src/ui/theme/visually-hidden.ts';
import type block from './block.ts';

const Link = styled.a`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-width: 2.75rem;
  min-height: 2.75rem;
  padding-inline: 0.5rem;
  border: 1px solid currentColor;
  border-radius: 100vmax;
  text-decoration: none;
  &:hover {
    text-decoration: underline;
  }
`;

/** A link with the network's logo, or with the label alone if we have no logo. */
export default function SocialLinkView({ href, label, logo, showsLabel }: BodyBlockPropsOf<typeof block>) {
  return (
    <Link href={href} rel="noopener">
      {logo && <SocialIcon name={logo} />}
      {showsLabel || logo === null ? label : <VisuallyHidden>{label}</VisuallyHidden>}
    </Link>
  );
}
