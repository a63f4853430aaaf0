import { useId } from 'react';
import styled, { css } from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListRows } from '../../src/ui/layout/list-rows.tsx';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { Container, Eyebrow, SectionBackground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

/**
 * Rounds the top of the section into an arch. Directly above the footer, which has the same color, both look like one
 * shape.
 */
const Arch = styled.div`
  padding-block-start: ${({ theme }) => theme.space.xl};
  overflow: clip;
  > section {
    padding-block: clamp(5.5rem, 3rem + 8cqi, 9.5rem) ${({ theme }) => theme.space.section};
    border-start-start-radius: 50% clamp(3rem, 11cqi, 9rem);
    border-start-end-radius: 50% clamp(3rem, 11cqi, 9rem);
    border-block-end: 1px solid ${({ theme }) => theme.color.deepLine};
  }
`;

const centred = css`
  justify-items: center;
  max-width: 44rem;
  margin-inline: auto;
  text-align: center;
  p {
    text-wrap: balance;
  }
`;

const Columns = styled.div<{ $centred: boolean }>`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
  ${({ $centred }) =>
    $centred
      ? centred
      : css`
          @container (min-width: 56rem) {
            grid-template-columns: minmax(0, 1fr) auto;
            align-items: center;
            gap: ${({ theme }) => theme.space.xl};
          }
        `}
`;

const Desc = styled(RichText)`
  max-width: ${({ theme }) => theme.width.text};
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Over = styled(Eyebrow)<{ $centred: boolean }>`
  justify-content: ${({ $centred }) => ($centred ? 'center' : 'start')};
`;

const Actions = styled.div<{ $centred: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: ${({ $centred }) => ($centred ? 'center' : 'start')};
  gap: 0.5rem 1.5rem;
`;

const Way = styled(ButtonLink)`
  color: ${({ theme }) => theme.color.ink};
  &:hover {
    color: ${({ theme }) => theme.color.accent};
  }
`;

const Note = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** An invitation with its links, on a dark band. The `arch` look centers it under an arch. */
export default function CallToActionView(props: PropsOf<typeof block>) {
  const { look, eyebrow, title, desc, link, more, note } = props;
  const id = useId();
  const arch = look === 'arch';
  const band = (
    <SectionBackground $tone="deep" aria-labelledby={id}>
      <Container>
        <Columns $centred={arch}>
          <div>
            {eyebrow && <Over $centred={arch}>{eyebrow}</Over>}
            <PlacementTitle id={id}>{title}</PlacementTitle>
            {desc && <Desc html={desc} />}
          </div>
          <Actions $centred={arch}>
            {link?.text && <ButtonLink link={link} />}
            <ListRows of={more}>
              {(row) => (
                <Way link={row.link} $look="quiet">
                  {row.link.href.startsWith('tel:') && <Icon name="phone" size={20} />}
                  {row.link.href.startsWith('mailto:') && <Icon name="mail" size={20} />}
                  {row.link.text || row.link.href.replace(/^(tel|mailto):/, '')}
                </Way>
              )}
            </ListRows>
          </Actions>
          {note && <Note html={note} />}
        </Columns>
      </Container>
    </SectionBackground>
  );
  return arch ? <Arch>{band}</Arch> : band;
}
