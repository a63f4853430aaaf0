/** To be built. */
export default function OneTimeLinkScreen() {
  return <p>To be built.</p>;
}
