/** To be built. */
export default function OauthErrorScreen() {
  return <p>To be built.</p>;
}
