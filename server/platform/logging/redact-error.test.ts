import { describe, expect, it, test } from 'vitest';
import { redactError, redactText } from './redact-error.ts';

describe('an error in the log', () => {
  it('has its type, code, message and stack', () => {
    const error = Object.assign(new TypeError('Cannot read properties of null (reading ‘x’)'), {
      code: 'E1',
    });
    const { stack, ...said } = redactError(error);
    expect(said).toEqual({
      type: 'TypeError',
      code: 'E1',
      message: 'Cannot read properties of null (reading ‘x’)',
    });
    expect(stack?.[0]).toMatch(/^at .*redact-error\.test\.ts:\d+:\d+/);
  });

  it('has no other fields, at any depth', () => {
    const cause = Object.assign(new Error('inner'), { detail: 'Key (email)=(ann@example.com)', body: 'Ann' });
    const error = Object.assign(new Error('outer', { cause }), { parameters: ['Ann'], input: 'Ann' });
    const safe = JSON.stringify(redactError(error));
    expect(safe).toContain('inner');
    expect(safe).not.toContain('Ann');
    expect(safe).not.toContain('ann@');
  });

  it.each([
    ['text that is not valid JSON', () => JSON.parse('{"name": Annabella Lee}')],
    ['text that is not a number', () => BigInt('"Annabella"')],
    ['text that is not a URL', () => new URL('Annabella Lee')],
  ])('does not repeat %s', (_name, fail) => {
    expect(JSON.stringify(redactError(thrownBy(fail)))).not.toContain('Annabella');
  });

  it('does not repeat addresses, numbers, queries of links, or the lines of a message in its stack', () => {
    const error = new Error(
      'quigleyx@example.com (515) 555-0123 https://a.example/b?code=s3cret&x\n    at Quigleyx',
    );
    const safe = redactError(error);
    expect(safe.message).toBe('[e-mail] ([number] https://a.example/b?…\n    at Quigleyx');
    // The stack has the folder of the project, which may have the name of a person.
    expect(JSON.stringify(safe.stack)).not.toMatch(/quigleyx|s3cret/i);
  });

  it('keeps names that PostgreSQL quotes, but not values', () => {
    const named = Object.assign(new Error('relation "leads" does not exist'), { code: '42P01' });
    const value = Object.assign(new Error('invalid input syntax for type bigint: "Annabella"'), {
      code: '22P02',
    });
    expect(redactError(named).message).toBe('relation "leads" does not exist');
    expect(redactError(value).message).toBe('invalid input syntax for type bigint: "…"');
  });

  it('contains only the type of a value that is not an error', () => {
    expect(redactError('Annabella')).toEqual({ type: 'string' });
  });
});

function thrownBy(fail: () => unknown): unknown {
  try {
    fail();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

test.each([
  ['email rosalind.q+x@example.com is taken', 'email [e-mail] is taken'],
  ['"a@b.co", <c@d.example>', '"[e-mail]", <[e-mail]>'],
  ['phone +1 (515) 555-0142 is invalid', 'phone [number] is invalid'],
  ['5155550142', '[number]'],
  ['The CRM answered 422: name Quigley is not allowed', 'The CRM answered 422: name […] is not allowed'],
])('%s', (text, clean) => {
  expect(redactText(text, ['Quigley', null, '', 'Al'])).toBe(clean);
});

test('a value of two letters is kept, because it may be part of any word', () => {
  expect(redactText('All also', ['Al'])).toBe('All also');
});

test('special characters of regular expressions are matched literally', () => {
  expect(redactText('what (a+b)* is', ['(a+b)*'])).toBe('what […] is');
});

test('a long text is cut', () => {
  expect(redactText('x'.repeat(1000))).toHaveLength(400);
});
