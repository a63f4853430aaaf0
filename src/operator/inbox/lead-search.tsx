import { useEffect, useEffectEvent, useState } from 'react';
import styled from 'styled-components';
import { controlLook } from '../../ui/form/control.ts';

const Field = styled.label`
  display: grid;
  gap: 0.25rem;
  font-weight: 620;
`;

const Input = styled.input`
  ${controlLook}
`;

/** Milliseconds without typing before the search runs. */
const PAUSE = 300;

interface Props {
  value: string;
  onSearch: (words: string) => void;
  /** Called on the Down key, to move the focus to the results. */
  onDown: () => void;
}

/** A search field that searches as the operator types. */
export function LeadSearch({ value, onSearch, onDown }: Props) {
  const [typed, setTyped] = useState(value);
  // The URL can also change without typing: on Back, or when the filters are cleared.
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
