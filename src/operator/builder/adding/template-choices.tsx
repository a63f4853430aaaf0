import { useState } from 'react';
import styled from 'styled-components';
import type { NewPageChoices } from '../../../contracts/operators/new-page.ts';
import { LabeledControl } from '../../parts/dialogs/form-dialog.tsx';
import { searchChoices } from './add-choices.ts';
import { blockPictureUrls } from './block-pictures.ts';

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(8rem, 100%), 1fr));
  gap: 0.6rem;
  margin-block-start: 0.35rem;
  label {
    position: relative;
    display: grid;
    grid-template-rows: auto 1fr;
    gap: 0.4rem;
    padding: 0.5rem;
    border: 1px solid ${({ theme }) => theme.color.line};
    border-radius: ${({ theme }) => theme.radius.s};
    cursor: pointer;
  }
  label:hover,
  label:has(:checked) {
    border-color: ${({ theme }) => theme.color.accent};
  }
  label:has(:checked) {
    outline: 2px solid ${({ theme }) => theme.color.accent};
  }
  label:has(:focus-visible) {
    outline: 3px solid ${({ theme }) => theme.color.accent};
    outline-offset: 2px;
  }
  input {
    position: absolute;
    inset-block-start: 0.75rem;
    inset-inline-end: 0.75rem;
    margin: 0;
    accent-color: ${({ theme }) => theme.color.accent};
  }
  > label > span {
    font-weight: 620;
    line-height: 1.3;
  }
  small {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    margin-block-start: 0.15rem;
    font-weight: 400;
    line-height: 1.35;
  }
`;

/** A small picture of a page, composed of the pictures of its first sections. */
const Page = styled.span`
  display: block;
  overflow: hidden;
  aspect-ratio: 4 / 5;
  border: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.paper};
  img {
    display: block;
    width: 100%;
    height: auto;
  }
`;

/** The maximum number of sections in a template's picture. Further sections are cut off. */
const MAX_SECTIONS = 4;
/** The search field is shown from this number of templates on. A shorter list needs no search. */
const MIN_TEMPLATES = 5;

interface Props {
  templates: NewPageChoices['templates'];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Shows a card for each page template, with a search over titles, descriptions and keywords. */
export function TemplateChoices({ templates, chosen, onChoose }: Props) {
  const [words, setWords] = useState('');
  const choices = templates.map((template) => ({ ...template, group: '', line: template.description }));
  const found = searchChoices(choices, words);
  return (
    <>
      {templates.length >= MIN_TEMPLATES && (
        <LabeledControl>
          Search the templates
          <input
            type="search"
            autoComplete="off"
            placeholder="Event, reviews, landing page…"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </LabeledControl>
      )}
      <Cards>
        {found.map(({ id, title, line, blocks }) => (
          <label key={id}>
            <Page>
              {blocks.slice(0, MAX_SECTIONS).map((block, index) => (
                <SectionPicture key={index} block={block} />
              ))}
            </Page>
            <span>
              {title}
              <small>{line}</small>
            </span>
            <input
              type="radio"
              name="start"
              checked={chosen === id}
              onChange={() => onChoose(id)}
              aria-label={title}
            />
          </label>
        ))}
      </Cards>
      {found.length === 0 && <p role="status">No template matches. Try another word.</p>}
    </>
  );
}

function SectionPicture({ block }: { block: string }) {
  const picture = blockPictureUrls(block);
  if (!picture) return null;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={picture.dark} />
      <img src={picture.light} alt="" />
    </picture>
  );
}
