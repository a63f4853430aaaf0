/** A consent's wording, what stands before the colon in bold. */
export function ConsentText({ text }: { text: string }) {
  const end = text.indexOf(':') + 1;
  return (
    <>
      <strong>{text.slice(0, end)}</strong>
      {text.slice(end)}
    </>
  );
}
