interface ImportMetaEnv {
  /** True in the built server, absent when Node runs the sources. */
  readonly BUILT?: true;
  /** The git commit of the build; null without git, and absent when Node runs the sources. */
  readonly COMMIT?: string | null;
}
