import parse, { type HTMLReactParserOptions } from 'html-react-parser';
import { isValidElement, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import styled from 'styled-components';
import {
  BODY_BLOCK_DATA_ATTRIBUTE,
  BODY_BLOCK_ID_ATTRIBUTE,
  BODY_BLOCK_TAG,
  BODY_STYLE_ATTRIBUTE,
} from '../../builder/body-block.ts';
import { BodyBlockView } from '../../builder/body-block-view.tsx';
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

/**
 * Converts sanitized HTML to React elements, with the application's own components for links, pictures, tables and the
 * site's blocks within a text. Applies the styles that the server has put into a data attribute.
 */
export function htmlToElements(html: string): ReactNode {
  return parse(html, OPTIONS);
}

const OPTIONS: HTMLReactParserOptions = {
  transform(node) {
    if (!isValidElement<Attributes>(node)) return typeof node === 'string' ? node : null;
    const Component = typeof node.type === 'string' ? COMPONENTS[node.type] : undefined;
    const { [BODY_STYLE_ATTRIBUTE]: style, ...attributes } = node.props;
    if (style !== undefined)
      return <Styled key={node.key} as={Component ?? node.type} $style={style} {...attributes} />;
    return Component ? <Component key={node.key} {...attributes} /> : node;
  },
};

type Attributes = Readonly<Record<string, unknown>> & { [BODY_STYLE_ATTRIBUTE]?: string };

/** An element with its own styles. `&&&` raises their specificity above that of the styles of its classes. */
const Styled = styled.div<{ $style: string }>`
  &&& {
    ${({ $style }) => $style}
  }
`;

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

/**
 * Renders a picture of known size with its placeholder color and focal point, any other as a plain lazy `img`. The
 * server writes `sizes` whenever it writes `srcset`.
 */
function TextPicture(props: TextPictureProps) {
  const { src, srcSet, alt = '', sizes = '', className } = props;
  const [width, height] = [Number(props.width), Number(props.height)];
  if (!src || !(width > 0) || !(height > 0)) return <img {...props} alt={alt} loading="lazy" />;
  const { 'data-placeholder': placeholder, 'data-focus': focus } = props;
  const image = { src, srcSet, width, height, alt, placeholder, focus };
  // The Picture component adds `auto` itself.
  return <FittedPicture image={image} sizes={sizes.replace(/^auto, /, '')} className={className} />;
}

interface TextBlockProps {
  [BODY_BLOCK_ID_ATTRIBUTE]: string;
  [BODY_BLOCK_DATA_ATTRIBUTE]: string;
  children?: ReactNode;
}

function TextBlock({
  [BODY_BLOCK_ID_ATTRIBUTE]: id,
  [BODY_BLOCK_DATA_ATTRIBUTE]: attributes,
  children,
}: TextBlockProps) {
  return (
    <BodyBlockView id={id} attributes={attributes}>
      {children}
    </BodyBlockView>
  );
}

function TextTable(props: ComponentProps<'table'>) {
  return (
    <TableScroller role="group" aria-label="Table" tabIndex={0}>
      <table {...props} />
    </TableScroller>
  );
}

/** The components that replace HTML elements. They accept the attributes that the sanitizer allows. */
const COMPONENTS = {
  a: TextLink,
  img: TextPicture,
  table: TextTable,
  [BODY_BLOCK_TAG]: TextBlock,
} as unknown as Readonly<Record<string, ComponentType<Attributes>>>;
