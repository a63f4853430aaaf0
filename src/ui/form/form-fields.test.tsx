import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useForm } from 'react-hook-form';
import { ThemeProvider } from 'styled-components';
import { expect, it, vi } from 'vitest';
import { BusyButton } from './busy-button.tsx';
import { CheckboxField } from './checkbox-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { theme } from '../theme/theme.ts';

const colors = ['red', 'blue'].map((value) => ({ value, label: value }));

interface Values {
  name: string;
  text: string;
  color: string;
  list: string;
  box: boolean;
}

function Form({ onSend, error }: { onSend: (values: Values) => void; error?: string }) {
  const { register, handleSubmit } = useForm<Values>();
  return (
    <ThemeProvider theme={theme}>
      <form aria-label="Form" onSubmit={handleSubmit((values) => onSend(values))}>
        <TextField id="n" label="Name" hint="As you like." error={error} {...register('name')} />
        <TextField id="t" label="Text" optional multiline {...register('text')} />
        <ChoiceField id="c" label="Color" options={colors} error={error} {...register('color')} />
        <SelectField id="l" label="List" empty="None" options={colors} error={error} {...register('list')} />
        <CheckboxField id="b" label="Box" {...register('box')} />
        <BusyButton busy={false} busyLabel="Sending...">
          Send
        </BusyButton>
      </form>
    </ThemeProvider>
  );
}

it('passes input and choices to react-hook-form', async () => {
  const onSend = vi.fn();
  render(<Form onSend={onSend} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Text (optional)'), 'Hello');
  await userEvent.click(screen.getByRole('radio', { name: 'blue' }));
  await userEvent.selectOptions(screen.getByLabelText('List'), 'red');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Box' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledWith({ name: 'Ann', text: 'Hello', color: 'blue', list: 'red', box: true });
});

it('associates each error and hint with its control', () => {
  const { rerender } = render(<Form onSend={() => {}} />);
  const described = (element: HTMLElement) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .flatMap((id) => document.getElementById(id)?.textContent ?? []);
  const controls = () => [
    screen.getByLabelText('Name'),
    screen.getByRole('radiogroup', { name: 'Color' }),
    screen.getByLabelText('List'),
  ];
  for (const control of controls()) expect(control.hasAttribute('aria-invalid')).toBe(false);
  expect(controls().map(described)).toEqual([['As you like.'], [], []]);

  rerender(<Form onSend={() => {}} error="Say it again" />);
  for (const control of controls()) expect(control.getAttribute('aria-invalid')).toBe('true');
  expect(controls().map(described)).toEqual([
    ['Say it again', 'As you like.'],
    ['Say it again'],
    ['Say it again'],
  ]);
});

it('has no axe violations, with and without errors', async () => {
  const { container, rerender } = render(<Form onSend={() => {}} />);
  const violations = async () => {
    // Color contrast is checked in a real browser; jsdom does not render colors.
    const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    return found.violations.map(({ id }) => id);
  };
  expect(await violations()).toEqual([]);
  rerender(<Form onSend={() => {}} error="Say it again" />);
  expect(await violations()).toEqual([]);
});

it('ignores further clicks while busy, and shows the busy label', () => {
  const button = (busy: boolean) => (
    <ThemeProvider theme={theme}>
      <BusyButton busy={busy} busyLabel="Sending...">
        Send
      </BusyButton>
    </ThemeProvider>
  );
  const { rerender } = render(button(false));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  rerender(button(true));
  const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' });
  expect(busy.disabled).toBe(true);
  expect(busy.getAttribute('aria-busy')).toBe('true');
});

it('gets the focus back after it was busy, unless something else has it', () => {
  const form = (busy: boolean) => (
    <ThemeProvider theme={theme}>
      <input aria-label="Other" />
      <BusyButton busy={busy} busyLabel="Sending...">
        Send
      </BusyButton>
    </ThemeProvider>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole('button', { name: 'Send' });
  button.focus();
  rerender(form(true));
  // Browsers do this at the next paint.
  button.blur();
  rerender(form(false));
  expect(document.activeElement).toBe(button);
  rerender(form(true));
  screen.getByLabelText('Other').focus();
  rerender(form(false));
  expect(document.activeElement).toBe(screen.getByLabelText('Other'));
});
