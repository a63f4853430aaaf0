import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLoadOpenedPlayers } from './load-players.ts';

const player = (open: boolean) =>
  `<details${open ? ' open' : ''}><summary>Watch</summary><div data-player="about:blank#video"></div></details>`;

function Page({ html }: { html: string }) {
  useLoadOpenedPlayers();
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

it('focuses a player that was opened before the application started', () => {
  const { container } = render(<Page html={player(true)} />);
  expect(container.querySelector('iframe')?.src).toBe('about:blank#video');
  expect(document.activeElement).toBe(container.querySelector('iframe'));
});

it('focuses a player that the visitor opens with its button', () => {
  const { container } = render(<Page html={player(false)} />);
  expect(container.querySelector('iframe')).toBeNull();
  const [details, summary] = [container.querySelector('details'), container.querySelector('summary')];
  summary?.focus();
  details?.setAttribute('open', '');
  details?.dispatchEvent(new Event('toggle'));
  expect(document.activeElement).toBe(container.querySelector('iframe'));
});

it('leaves the focus in a field that the visitor is using', () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  const { container } = render(<Page html={player(true)} />);
  expect(container.querySelector('iframe')?.src).toBe('about:blank#video');
  expect(document.activeElement).toBe(field);
  field.remove();
});
