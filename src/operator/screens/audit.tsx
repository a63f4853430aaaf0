/** To be built. */
export default function AuditScreen() {
  return <p>To be built.</p>;
}
