import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { ListRows } from '../../src/ui/layout/list-rows.tsx';
import { CardTitle } from '../../src/ui/layout/card.tsx';
import { framedPictureRadius } from '../../src/ui/layout/framed-picture.tsx';
import { initialsOf } from '../../src/ui/text/initials.ts';
import { Picture } from '../../src/ui/layout/picture.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: ${({ theme }) => theme.space.xl} clamp(2rem, 5cqi, 5rem);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr));
`;

const Member = styled.li`
  display: grid;
  min-width: 0;
  grid-template-columns: clamp(6rem, 24cqi, 11rem) minmax(0, 1fr);
  align-items: start;
  gap: clamp(1.25rem, 3cqi, 2.25rem);
  break-inside: avoid;
  > img,
  > span {
    aspect-ratio: 3 / 4;
    border-radius: ${framedPictureRadius.arch};
  }
`;

const Initials = styled.span`
  display: grid;
  place-items: center;
  border: 2px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.sand};
  color: ${({ theme }) => theme.color.accent};
  font-family: ${({ theme }) => theme.font.display};
  font-size: clamp(1.75rem, 6cqi, 3rem);
  font-weight: 540;
`;

const Words = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.4rem;
  padding-block-start: ${({ theme }) => theme.space.s};
`;

const Role = styled.p`
  color: ${({ theme }) => theme.color.accent};
  font-weight: 620;
`;

const Bio = styled(RichText)`
  margin-block-start: 0.4rem;
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Note = styled.div`
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** Team members with their photos, or their initials where a photo is missing. */
export default function TeamView({ tone, eyebrow, title, desc, note, members }: PropsOf<typeof block>) {
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <ListRows of={members} as={List}>
        {({ name, title: role, photo, bio }) => (
          <Member>
            {photo ? (
              <Picture image={photo} sizes="11rem" />
            ) : (
              <Initials aria-hidden="true">{initialsOf(name)}</Initials>
            )}
            <Words>
              <CardTitle>{name}</CardTitle>
              {role && <Role>{role}</Role>}
              {bio && <Bio html={bio} />}
            </Words>
          </Member>
        )}
      </ListRows>
      {note && (
        <Note>
          <SampleNote>{note}</SampleNote>
        </Note>
      )}
    </Section>
  );
}
