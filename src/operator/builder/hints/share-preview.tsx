import styled from 'styled-components';
import type { CanvasContent } from '../../../contracts/operators/page-builder.ts';

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  gap: 1rem;
  figure {
    margin: 0;
    min-width: 0;
  }
  figcaption {
    margin-block-end: 0.35rem;
    font-weight: 620;
    font-size: 0.875rem;
  }
`;

const Card = styled.div`
  overflow: hidden;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.paper};
  font-size: 0.875rem;
  line-height: 1.4;
  overflow-wrap: anywhere;
  > div {
    display: grid;
    gap: 0.2rem;
    padding: 0.75rem;
  }
  img {
    display: block;
    width: 100%;
    height: auto;
    aspect-ratio: 1200 / 630;
    object-fit: cover;
    background: ${({ theme }) => theme.color.sand};
  }
  strong,
  p {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  strong {
    color: ${({ theme }) => theme.color.accent};
    font-size: 1.0625rem;
    font-weight: 560;
  }
  small {
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

interface Props {
  head: NonNullable<CanvasContent['head']>;
  /** The URL of the page, without its protocol. */
  address: string;
}

/** Shows how a page looks as a search result and as a shared link. The actual appearance differs in detail. */
export function SharePreview({ head: { title, description, image }, address }: Props) {
  return (
    <Cards>
      <figure>
        <figcaption>As a search result</figcaption>
        <Card>
          <div>
            <small>{address}</small>
            <strong>{title}</strong>
            <p>{description}</p>
          </div>
        </Card>
      </figure>
      <figure>
        <figcaption>As a shared link</figcaption>
        <Card>
          <img src={image.src} alt="" />
          <div>
            <small>{address.split('/', 1)[0]}</small>
            <strong>{title}</strong>
            <p>{description}</p>
          </div>
        </Card>
      </figure>
    </Cards>
  );
}
