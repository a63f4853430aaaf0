import { expect, it } from 'vitest';
import { textShown } from './type-in-place.ts';

it('edits the whole text if the element shows it', () => {
  const text = textShown('One\nTwo', 'One\nTwo', true);
  expect(text).toMatchObject({ multiline: true });
  expect(text?.whole('Three')).toBe('Three');
});

it('edits one line if the element shows only this one', () => {
  const text = textShown('One\nTwo\nThree', 'Two', true);
  expect(text).toMatchObject({ multiline: false });
  expect(text?.whole('2')).toBe('One\n2\nThree');
});

it('edits nothing if the text is another one, or the line is not the only one', () => {
  expect(textShown('Call {phone}', 'Call (515) 555-0142', true)).toBeNull();
  expect(textShown('One\nOne', 'One', true)).toBeNull();
  expect(textShown('One\nTwo', 'Two', false)).toBeNull();
  expect(textShown('One\n', '', true)).toBeNull();
});
