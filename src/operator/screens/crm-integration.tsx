/** To be built. */
export default function CrmIntegrationScreen() {
  return <p>To be built.</p>;
}
