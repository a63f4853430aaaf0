import { expect, it } from 'vitest';
import { readingGrade } from './reading-grade.ts';

const times = (text: string, count: number) => Array.from({ length: count }, () => text).join(' ');

it('is low for short sentences of short words', () => {
  expect(readingGrade(times('The cat sat on the mat. The dog ran to the park.', 10))).toBeLessThan(2);
});

it('is high for long sentences of long words', () => {
  const hard =
    'Notwithstanding considerable administrative complications, municipal authorities subsequently ' +
    'authorized comprehensive infrastructure modernization, necessitating extraordinary expenditures.';
  expect(readingGrade(times(hard, 8))).toBeGreaterThan(16);
});

it('is in between for plain prose', () => {
  const plain =
    'I visit the house with you, measure each room and compare it with recent sales nearby. Then I suggest a price and explain how I found it.';
  const grade = readingGrade(times(plain, 5));
  expect(grade).toBeGreaterThan(3);
  expect(grade).toBeLessThan(9);
});

it('is null for a short text', () => {
  expect(readingGrade('Incomprehensibility notwithstanding.')).toBeNull();
  expect(readingGrade('')).toBeNull();
});
