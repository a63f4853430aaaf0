/** A word that is too long for one line on a phone, like some email addresses. */
export const LONG_WORD = 'internationalization'.repeat(4);

/** A long line of text that contains `LONG_WORD`, for the `longest` example of a field. */
export const LONG_LINE = `A text about as long as an editor would write, with the word ${LONG_WORD}, to see where the lines break`;
