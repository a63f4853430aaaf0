/** To be built. */
export default function OverviewScreen() {
  return <p>To be built.</p>;
}
