/** To be built. */
export default function AccountScreen() {
  return <p>To be built.</p>;
}
