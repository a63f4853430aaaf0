import { describe, expect, it } from 'vitest';
import { csvRecord } from './export-leads.ts';

describe('csvRecord', () => {
  it.each(['=1+1', '+15155550142', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('writes %j as text', (value) => {
    expect(csvRecord([value])).toBe(`"'${value}"\r\n`);
  });

  it('quotes every field, doubles quotes, keeps line breaks and commas, and leaves null empty', () => {
    expect(csvRecord(['a "b", c', 'two\nlines', null, 'x=1;=2'])).toBe(
      '"a ""b"", c","two\nlines","","x=1;=2"\r\n',
    );
  });
});
