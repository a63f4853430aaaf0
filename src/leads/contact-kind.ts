/** Deliberately simple: what it lets through is asked for again by nobody, and a typo is seen by a person. */
export const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Which of the two a text for `phoneOrEmail` is. An address with ten digits in it is an address. */
export function contactKind(text: string): 'email' | 'phone' {
  return SIMPLE_EMAIL.test(text.trim()) ? 'email' : 'phone';
}
