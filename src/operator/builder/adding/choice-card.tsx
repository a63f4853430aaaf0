import styled from 'styled-components';
import type { SearchableChoice } from './add-choices.ts';
import type { BlockPictureUrls } from './block-pictures.ts';

/** The largest dimensions of a picture in CSS pixels. The files have twice as many pixels, for high-density screens. */
const WIDTH = 160;
const HEIGHT = 100;

const Card = styled.div`
  display: grid;
  grid-template-columns: 5.5rem minmax(0, 1fr);
  gap: 0.6rem;
  align-items: start;
  padding: 0.4rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  font-size: 0.8125rem;
  line-height: 1.35;
  text-align: start;
  strong {
    display: block;
    font-weight: 620;
  }
  span span {
    display: -webkit-box;
    overflow: hidden;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.75rem;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

const Picture = styled.span`
  display: grid;
  overflow: hidden;
  aspect-ratio: ${WIDTH} / ${HEIGHT};
  place-items: center;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  img {
    width: 100%;
    height: auto;
  }
`;

interface Props {
  choice: Pick<SearchableChoice, 'title' | 'line'>;
  picture: BlockPictureUrls | null;
}

/** A card in a list of choices: a picture, a title and a description. */
export function ChoiceCard({ choice: { title, line }, picture }: Props) {
  return (
    <Card data-card>
      <ChoicePicture picture={picture} />
      <span>
        <strong>{title}</strong>
        {/* Hidden from screen readers, because the list item already has this text as its description. */}
        <span aria-hidden>{line}</span>
      </span>
    </Card>
  );
}

/** A preview picture that matches the light or dark color scheme of the screen. */
function ChoicePicture({ picture }: Pick<Props, 'picture'>) {
  return (
    <Picture>
      {picture && (
        <picture>
          <source media="(prefers-color-scheme: dark)" srcSet={picture.dark} />
          <img src={picture.light} alt="" width={WIDTH} height={HEIGHT} loading="lazy" draggable={false} />
        </picture>
      )}
    </Picture>
  );
}
