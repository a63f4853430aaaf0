/** A screen of the operator application. */
export interface ScreenEntry {
  /** The path pattern for the router and the server; `:id` matches any single segment. */
  path: string;
  title: string;
  /** Accessible without signing in, because it contains no secrets. */
  open?: true;
  /** Its label in the navigation bar; absent if it is only reached from another screen. */
  nav?: string;
  /** The path of the navigation item that it belongs to. */
  within?: string;
  /** Fills the window, without the frame of the other screens. */
  whole?: true;
}

/** All screens. The server serves these paths, the application routes them, and the access test visits each one. */
export const screens = [
  { path: '/admin', title: 'Overview', nav: 'Overview' },
  { path: '/admin/leads', title: 'Leads', nav: 'Leads' },
  { path: '/admin/leads/:id', title: 'Lead', within: '/admin/leads' },
  { path: '/admin/pages', title: 'Pages', nav: 'Pages' },
  { path: '/admin/pages/*', title: 'Page builder', within: '/admin/pages', whole: true },
  { path: '/admin/wordpress', title: 'WordPress', nav: 'WordPress' },
  { path: '/admin/ghl', title: 'CRM integration', nav: 'CRM' },
  { path: '/admin/webhooks', title: 'Webhooks', nav: 'Webhooks' },
  { path: '/admin/redirects', title: 'Redirects', nav: 'Redirects' },
  { path: '/admin/audit', title: 'Audit log', nav: 'Audit' },
  { path: '/admin/local-leads', title: 'Leads in this browser', nav: 'This browser' },
  { path: '/admin/account', title: 'Your account' },
  { path: '/oauth/test', title: 'OAuth testing center', within: '/admin/ghl' },
  { path: '/sign-in', title: 'Sign in', open: true },
  { path: '/sign-in/link', title: 'Set your password', open: true },
  { path: '/oauth/success', title: 'CRM authorization', open: true },
  { path: '/oauth/error', title: 'CRM authorization failed', open: true },
  { path: '/webhooks/ghl/test', title: 'Webhook documentation', open: true },
] as const satisfies readonly ScreenEntry[];

export type ScreenPath = (typeof screens)[number]['path'];
