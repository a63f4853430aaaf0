/** To be built. */
export default function WebhookDocumentationScreen() {
  return <p>To be built.</p>;
}
