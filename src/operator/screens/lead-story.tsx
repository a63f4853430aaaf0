/** To be built. */
export default function LeadStoryScreen() {
  return <p>To be built.</p>;
}
