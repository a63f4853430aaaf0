import { expect, it } from 'vitest';
import { matchShownText } from './inline-editing.ts';

it('edits the whole text if the element shows it', () => {
  const text = matchShownText('One\nTwo', 'One\nTwo', true);
  expect(text).toMatchObject({ multiline: true });
  expect(text?.whole('Three')).toBe('Three');
});

it('edits one line if the element shows only this one', () => {
  const text = matchShownText('One\nTwo\nThree', 'Two', true);
  expect(text).toMatchObject({ multiline: false });
  expect(text?.whole('2')).toBe('One\n2\nThree');
});

it('edits nothing if the text is another one, or the line is not the only one', () => {
  expect(matchShownText('Call {phone}', 'Call (515) 555-0142', true)).toBeNull();
  expect(matchShownText('One\nOne', 'One', true)).toBeNull();
  expect(matchShownText('One\nTwo', 'Two', false)).toBeNull();
  expect(matchShownText('One\n', '', true)).toBeNull();
});
