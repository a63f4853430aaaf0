import { useId } from 'react';
import styled from 'styled-components';
import { Button } from './button.tsx';

const Form = styled.form`
  display: grid;
  gap: ${({ theme }) => theme.space.xs};
  max-width: 36rem;
  label {
    font-weight: 620;
  }
  @media print {
    display: none;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.space.xs};
`;

const Input = styled.input`
  flex: 1 1 14rem;
  min-width: 0;
  min-height: 3rem;
  padding: 0.6rem 0.9rem;
  border: 1px solid ${({ theme }) => theme.color.inkSoft};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
`;

interface Props {
  label: string;
  button: string;
  /** The current search terms. */
  words?: string;
}

/** A form that searches the whole site and works without JavaScript. */
export function SearchForm({ label, button, words = '' }: Props) {
  const id = useId();
  return (
    <Form key={words} role="search" action="/search" method="get">
      <label htmlFor={id}>{label}</label>
      <Row>
        <Input id={id} type="search" name="q" defaultValue={words} maxLength={200} autoComplete="off" />
        <Button type="submit">{button}</Button>
      </Row>
    </Form>
  );
}
