/** Returns the message with one full stop at its end. Messages of other services may lack it. */
export function asSentence(message: string): string {
  return `${message.replace(/\.$/, '')}.`;
}
