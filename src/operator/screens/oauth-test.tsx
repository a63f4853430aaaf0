/** To be built. */
export default function OauthTestScreen() {
  return <p>To be built.</p>;
}
