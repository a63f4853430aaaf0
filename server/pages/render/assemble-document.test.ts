import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serializeJsonForScript } from './assemble-document.ts';

it('embeds data that cannot close its element and parses back unchanged', () => {
  const nasty = '</script><script>alert(1)</script><!--<script> ]]> \u2028\u2029';
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, text) => {
      const data = { value, text: text + nasty };
      const embedded = serializeJsonForScript(data);
      expect(embedded).not.toMatch(/[<>\u2028\u2029]/);
      expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(data)));
    }),
  );
});
