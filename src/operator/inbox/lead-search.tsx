import { useEffect, useEffectEvent, useState } from 'react';
import styled from 'styled-components';
import { controlLook } from '../../ui/control.ts';

const Field = styled.label`
  display: grid;
  gap: 0.25rem;
  font-weight: 620;
`;

const Input = styled.input`
  ${controlLook}
`;

/** Milliseconds without typing after which the search is made. */
const PAUSE = 300;

interface Props {
  value: string;
  onSearch: (words: string) => void;
  /** Down goes on to what was found. */
  onDown: () => void;
}

/** Searches while one types. */
export function LeadSearch({ value, onSearch, onDown }: Props) {
  const [typed, setTyped] = useState(value);
  // The address can change without typing: going back, or clearing.
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const search = (words: string) => {
    if (words !== value) onSearch(words);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchNow(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field>
      Search
      <Input
        type="search"
        value={typed}
        maxLength={200}
        placeholder="Name, e-mail, number or message"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(typed.trim());
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onDown();
        }}
      />
    </Field>
  );
}
