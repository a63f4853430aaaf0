/** A screen of the operators' house. */
export interface ScreenEntry {
  /** As the router and the server match it; `:id` is any one part. */
  path: string;
  title: string;
  /** Shown without signing in: nothing on it is secret. */
  open?: true;
  /** Its place in the bar; absent: reached from another screen. */
  nav?: string;
  /** The screen in the bar that it belongs to. */
  within?: string;
}

/** Every screen: the server serves these paths, the application routes them, the guard's test walks them. */
export const screens = [
  { path: '/admin', title: 'Overview', nav: 'Overview' },
  { path: '/admin/leads', title: 'Leads', nav: 'Leads' },
  { path: '/admin/leads/:id', title: 'Lead', within: '/admin/leads' },
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
