/** To be built. */
export default function WebhooksScreen() {
  return <p>To be built.</p>;
}
