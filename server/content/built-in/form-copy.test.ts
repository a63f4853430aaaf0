import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sectionId } from '../../../src/builder/section-ids.ts';
import { placementSchema } from '../../../src/contracts/layout.ts';
import { formIds, type FormId } from '../../../src/contracts/leads/lead-request.ts';
import { formDefinitions } from '../../../src/contracts/forms/all-forms.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { htmlToText } from '../values/html-text.ts';

/*
 * A text beside a form may ask only for what the form has a field for. Whatever has no field of its own belongs into
 * the message, and the text must say so.
 */

/** What a text may ask for, and the field for it. */
const TOPICS: readonly (readonly [RegExp, field: string])[] = [
  [/(?<!e-mail )\baddress|\bstreet\b/i, 'address'],
  [/\bwhen you|\bdates?\b/i, 'timing'],
  [/\bbedrooms?\b/i, 'bedrooms'],
  [/\bwhere\b|\bareas?\b|\bneighborhood/i, 'areas'],
  [/\bprice range|\bhow much|\bbudget\b/i, 'budget'],
  [/\brooms?\b/i, 'room'],
  [/\bworr|\bnever want|\bin mind/i, 'message'],
];

/** A sentence that asks the visitor for something. */
const REQUEST = /\b(tell me|send me|give me|leave|write|name|add|enter|is enough|first, then)\b/i;

/** The fields of a valuation, which a placement of `lead-form` shows only if it says so. */
const HOME = new Set(['address', 'bedrooms', 'timing']);

interface FormCopy {
  place: string;
  fields: readonly string[];
  text: string;
  answer: string;
}

const copies = await formCopies();

it.each(copies)('$place asks only for what its form has a field for', ({ fields, text }) => {
  expect(missingFields(text, fields)).toEqual([]);
});

it('an answer that promises a valuation has a form that asks for the address', () => {
  const promises = copies.filter(({ answer }) => /valuation/i.test(answer));
  expect(promises.length).toBeGreaterThan(0);
  expect(promises.filter(({ fields }) => !fields.includes('address'))).toEqual([]);
});

it('the forms of all built-in pages are found', () => {
  expect(copies.length).toBeGreaterThan(14);
});

it('finds what a form cannot take', () => {
  const fields = ['phone', 'message'];
  expect(missingFields('Tell me the address and when you’d like to move.', fields)).toEqual([
    'address',
    'timing',
  ]);
  expect(missingFields('In your message, write where. I know every street.', fields)).toEqual([]);
  expect(missingFields('In your message, write where.', ['phone'])).toEqual(['areas']);
  expect(missingFields('Tell me which area.', ['areas'])).toEqual([]);
});

function missingFields(text: string, fields: readonly string[]): string[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => REQUEST.test(sentence))
    .flatMap((sentence) => {
      const saysMessage = /\bmessage\b/i.test(sentence) && fields.includes('message');
      const asked = TOPICS.filter(([topic]) => topic.test(sentence)).map(([, field]) => field);
      return saysMessage ? [] : asked.filter((field) => !fields.includes(field));
    });
}

async function formCopies(): Promise<FormCopy[]> {
  const files = globSync('layouts/*.json', { cwd: path.join(PROJECT_ROOT, 'fixtures') });
  const all = await Promise.all(
    files.sort().map(async (file) => {
      const layout = z.array(placementSchema).parse(await readFixture(file));
      const page = path.basename(file).split('.')[0] ?? '';
      const { acf } = z
        .object({ acf: z.record(z.string(), z.unknown()) })
        .parse(await readFixture(`pages/${page}.json`));
      return layout.flatMap((placement) => {
        const form = formIds.find((id) => id === placement.block);
        if (!form) return [];
        const value = (field: string) => acf[sectionId(placement, field)];
        const text = (field: string) =>
          htmlToText(z.string().catch('').parse(value(field)).replaceAll('</p>', ' '));
        return [
          {
            place: `${path.basename(file, '.json')}, ${placement.key}`,
            fields: fieldsOf(form, value('home') === true, value('address_first') === true),
            text: text('desc'),
            answer: text('answer'),
          },
        ];
      });
    }),
  );
  return all.flat();
}

function fieldsOf(form: FormId, home: boolean, addressFirst: boolean): string[] {
  const all = formDefinitions[form].steps.flatMap(({ fields }) => fields);
  const shown = home ? all : all.filter((name) => !HOME.has(name));
  return addressFirst ? [...shown, 'address'] : shown;
}

async function readFixture(file: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(PROJECT_ROOT, 'fixtures', file), 'utf8'));
}
