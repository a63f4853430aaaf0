import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { trimFormLibrary } from './trim-form-library.ts';

type Library = Pick<typeof import('react-hook-form'), 'createFormControl'>;

const library = await readFile(fileURLToPath(import.meta.resolve('react-hook-form')), 'utf8');
let folder = '';
let trimmed: Library;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'trimmed-'));
  const file = path.join(folder, 'library.mjs');
  // It lies elsewhere now: React is named in full, and a source map is not at hand.
  const text = trimFormLibrary(library)
    .replaceAll("'react'", `'${import.meta.resolve('react')}'`)
    .replace(/^\/\/# sourceMappingURL=.*$/m, '');
  await writeFile(file, text);
  trimmed = await import(/* @vite-ignore */ pathToFileURL(file).href);
});

afterAll(() => rm(folder, { recursive: true }));

function startControl() {
  const values = new Map<string, string>();
  const resolver = () => ({
    values: {},
    errors: values.get('name') ? {} : { name: { type: 'wrong', message: 'Who are you?' } },
  });
  const control = trimmed.createFormControl({ mode: 'onBlur', resolver });
  const told = vi.fn<(message: unknown) => void>();
  control.subscribe({
    formState: { errors: true },
    callback: ({ errors }) => told(errors?.['name']?.message),
  });
  const field = control.register('name');
  const fire = (type: 'change' | 'blur', value: string) => {
    values.set('name', value);
    return field.onChange({ type, target: { name: 'name', type: 'text', value } });
  };
  return { control, told, fire };
}

it('leaves what the forms use, and nothing else', () => {
  const { control } = startControl();
  expect(Object.keys(control).toSorted()).toEqual(['handleSubmit', 'register', 'subscribe', 'trigger']);
});

it('tells an error when the field is left, and when it is mended', async () => {
  const { control, told, fire } = startControl();
  await fire('change', '');
  expect(told).not.toHaveBeenCalledWith('Who are you?');
  await fire('blur', '');
  expect(told).toHaveBeenLastCalledWith('Who are you?');
  await fire('change', 'Ada');
  await control.trigger('name');
  expect(told).toHaveBeenLastCalledWith(undefined);
});

it('submits what is right only', async () => {
  const { control, told, fire } = startControl();
  const send = vi.fn<() => void>();
  const submit = control.handleSubmit(send);
  await submit();
  expect(send).not.toHaveBeenCalled();
  expect(told).toHaveBeenLastCalledWith('Who are you?');
  await fire('change', 'Ada');
  await submit();
  expect(send).toHaveBeenCalledOnce();
});

it('refuses a library that is written otherwise', () => {
  expect(() => trimFormLibrary(library.replace('...methods', '...all'))).toThrow(/is answered in 0 places/);
  expect(() => trimFormLibrary(library.replace('const trigger = ', 'const start = '))).toThrow(
    /not found: trigger/,
  );
});
