interface ImportMetaEnv {
  /** True in the built server, absent when Node runs the sources. */
  readonly BUILT?: true;
}
