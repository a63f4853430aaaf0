/** Text in which what stands between backticks is code. */
export function CodeWords({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
