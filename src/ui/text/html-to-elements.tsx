import parse, { type HTMLReactParserOptions } from 'html-react-parser';
import { isValidElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import styled from 'styled-components';
import { Picture } from '../layout/picture.tsx';
import { SiteLink } from './site-link.tsx';

/** A picture that fills its slot but is never scaled beyond its own width. */
const FittedPicture = styled(Picture)`
  /* Doubled for specificity, to override the text's own picture styles. */
  && {
    max-width: min(100%, ${({ image }) => image.width}px);
  }
`;

/** Lets a wide table scroll within its own box, by keyboard too. */
const TableScroller = styled.div`
  overflow-x: auto;
  @media (max-width: 30rem) {
    font-size: ${({ theme }) => theme.type.small};
    && th,
    && td {
      padding-inline: 0.35rem;
    }
  }
`;

/** Converts sanitized HTML to React elements, with the application's own components for links, pictures and tables. */
export function htmlToElements(html: string): ReactNode {
  return parse(html, OPTIONS);
}

const OPTIONS: HTMLReactParserOptions = {
  transform(node) {
    if (!isValidElement(node)) return typeof node === 'string' ? node : null;
    if (isElement(node, 'a')) return <TextLink key={node.key} {...node.props} />;
    if (isElement(node, 'img')) return <TextPicture key={node.key} {...node.props} />;
    if (isElement(node, 'table')) return <TextTable key={node.key} {...node.props} />;
    return node;
  },
};

function isElement<Tag extends 'a' | 'img' | 'table'>(
  node: ReactElement,
  tag: Tag,
): node is ReactElement<ComponentProps<Tag>> {
  return node.type === tag;
}

function TextLink({ href, target, children, ...anchor }: ComponentProps<'a'>) {
  if (href === undefined) return <a {...anchor}>{children}</a>;
  return (
    <SiteLink {...anchor} link={{ href, text: '', newTab: target === '_blank' }}>
      {children}
    </SiteLink>
  );
}

interface TextPictureProps extends ComponentProps<'img'> {
  'data-placeholder'?: string;
  'data-focus'?: string;
}

/** The server writes `sizes` whenever it writes `srcset`. */
function TextPicture(props: TextPictureProps) {
  const { src, srcSet, alt = '', sizes = '', className } = props;
  const [width, height] = [Number(props.width), Number(props.height)];
  if (!src || !(width > 0) || !(height > 0)) return <img {...props} alt={alt} loading="lazy" />;
  const { 'data-placeholder': placeholder, 'data-focus': focus } = props;
  const image = { src, srcSet, width, height, alt, placeholder, focus };
  // The Picture component adds `auto` itself.
  return <FittedPicture image={image} sizes={sizes.replace(/^auto, /, '')} className={className} />;
}

function TextTable(props: ComponentProps<'table'>) {
  return (
    <TableScroller role="group" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </TableScroller>
  );
}
