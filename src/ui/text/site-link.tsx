import type { ComponentProps, ReactNode } from 'react';
import styled from 'styled-components';
import type { LinkValue } from '../../builder/field.ts';
import { buttonStyles, type ButtonLook } from '../form/button.tsx';
import { Icon } from '../theme/icon.tsx';
import { VisuallyHidden } from '../theme/visually-hidden.ts';

type AnchorProps = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'>;

interface Props extends AnchorProps {
  link: LinkValue;
  /** Replaces the link's own text. */
  children?: ReactNode;
}

/**
 * A link set by an editor. A link to another site has an icon; for a link that opens a new tab, screen readers announce
 * that. It is a plain anchor: `useLinkNavigation` intercepts clicks on links to our own pages.
 */
export function SiteLink({ link, children, ...anchor }: Props) {
  const elsewhere = isElsewhere(link);
  return (
    <a
      {...anchor}
      href={link.href}
      target={link.newTab ? '_blank' : undefined}
      rel={elsewhere || link.newTab ? 'noopener' : undefined}
    >
      {children ?? link.text}
      {elsewhere && <Icon name="external" size={16} />}
      {link.newTab && <VisuallyHidden> (opens in a new tab)</VisuallyHidden>}
    </a>
  );
}

function isElsewhere({ href }: LinkValue): boolean {
  return /^https?:/.test(href);
}

/** A link that looks like a button. */
export const ButtonLink = styled(SiteLink)<{ $look?: ButtonLook }>`
  ${buttonStyles}
`;

/** A link with an arrow. A link to another site has no arrow, because it already has an icon. */
function LinkWithArrow({ link, children, ...anchor }: Props) {
  return (
    <SiteLink {...anchor} link={link}>
      {children ?? link.text}
      {!isElsewhere(link) && <Icon name="arrow" size={18} />}
    </SiteLink>
  );
}

/** A link at the end of a card or section, with an arrow that moves on hover. */
export const ArrowLink = styled(LinkWithArrow)`
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  font-weight: 620;
  text-decoration: none;
  svg {
    transition: translate 0.16s;
  }
  &:hover {
    text-decoration: underline;
  }
  &:hover svg {
    translate: 0.2rem 0;
  }
`;
