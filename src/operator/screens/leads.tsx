/** To be built. */
export default function LeadsScreen() {
  return <p>To be built.</p>;
}
