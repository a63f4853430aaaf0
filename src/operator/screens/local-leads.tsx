/** To be built. */
export default function LocalLeadsScreen() {
  return <p>To be built.</p>;
}
