declare global {
  interface Navigator {
    /** Global Privacy Control; absent where a browser does not know it. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** Whether the visitor's browser asks not to be followed. */
export function asksForPrivacy(): boolean {
  return navigator.globalPrivacyControl === true;
}
