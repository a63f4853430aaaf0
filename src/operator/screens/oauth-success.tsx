/** To be built. */
export default function OauthSuccessScreen() {
  return <p>To be built.</p>;
}
