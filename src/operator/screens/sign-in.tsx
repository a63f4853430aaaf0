/** To be built. */
export default function SignInScreen() {
  return <p>To be built.</p>;
}
