import { useState, useEffect, useEffectEvent } from 'react';
import styled from 'styled-components';
import { controlStyles } from '../../../ui/form/control.ts';

const Field = styled.label`
  display: grid;
  gap: 0.25rem;
  font-weight: 620;
`;

const Input = styled.input`
  ${controlStyles}
  font-weight: 400;
`;

/** Milliseconds without typing before the search runs. */
const TYPING_PAUSE_MS = 300;

interface Props {
  value: string;
  /** What is searched, such as “Name or e-mail”. */
  placeholder: string;
  onSearch: (text: string) => void;
  /** Called on the Down arrow key, to move the focus to the results. */
  onDown?: () => void;
}

/** A search field for searches on the server. It calls `onSearch` when typing pauses, and on Enter. */
export function ServerSearchField({ value, placeholder, onSearch, onDown }: Props) {
  const [typed, setTyped] = useState(value);
  // `value` comes from the URL, which can also change without typing: on Back, or when the filters are cleared.
  const [shown, setShown] = useState(value);
  // The last text that this field sent. It arrives in the URL later, when more may have been typed.
  const [sent, setSent] = useState(value);
  if (shown !== value) {
    setShown(value);
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const search = (text: string) => {
    if (text === value) return;
    setSent(text);
    onSearch(text);
  };
  const searchNow = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => searchNow(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field>
      Search
      <Input
        type="search"
        value={typed}
        maxLength={200}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(typed.trim());
          if (event.key !== 'ArrowDown' || !onDown) return;
          event.preventDefault();
          onDown();
        }}
      />
    </Field>
  );
}
