/** To be built. */
export default function RedirectsScreen() {
  return <p>To be built.</p>;
}
