const WORDS: ReadonlyMap<string, string> = new Map([
  ['honeypot', 'A field that people cannot see was filled in.'],
  ['too-fast', 'The form was sent faster than a person can fill it in.'],
  ['many-from-address', 'Many forms came from the same network address.'],
  ['contact-in-many-forms', 'The same e-mail address or number was entered in many forms.'],
  ['no-proof-of-work', 'The browser’s proof of work was missing.'],
  ['wrong-proof-of-work', 'The browser’s proof of work was wrong or too old.'],
  ['repeated-proof-of-work', 'A proof of work was used again in another form.'],
]);

/** Why a lead was held back, in words. */
export function suspicionWords(suspicion: string): string {
  return WORDS.get(suspicion) ?? suspicion;
}
