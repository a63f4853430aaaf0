/** A screen of the operator application. */
export interface ScreenEntry {
  /** The path pattern for the router and the server; `:id` matches any single segment. */
  path: string;
  title: string;
  /** Accessible without signing in, because it contains no secrets. */
  open?: true;
  /** Its label in the navigation bar. */
  nav?: string;
  /** Its label in the navigation of a group of screens, such as the settings. */
  section?: string;
  /** The path of the parent screen, whose link is the current one in the navigation. */
  within?: string;
  /** Editors may use it as well. */
  editors?: true;
  /** Fills the window, without the frame of the other screens. */
  whole?: true;
}

/** All screens. The server serves these paths, the application routes them, and the access test visits each one. */
export const screens = [
  { path: '/admin', title: 'Today', nav: 'Today' },
  { path: '/admin/leads', title: 'Leads', nav: 'Leads' },
  { path: '/admin/leads/:id', title: 'Lead', within: '/admin/leads' },
  { path: '/admin/pages', title: 'Pages', nav: 'Pages', section: 'All pages', editors: true },
  { path: '/admin/pages/*', title: 'Page builder', within: '/admin/pages', whole: true, editors: true },
  {
    path: '/admin/sections',
    title: 'Shared sections and templates',
    section: 'Shared sections',
    within: '/admin/pages',
    editors: true,
  },
  { path: '/admin/blocks', title: 'Blocks', section: 'Blocks', within: '/admin/pages', editors: true },
  { path: '/admin/blocks/:id', title: 'Block', within: '/admin/blocks', editors: true },
  { path: '/admin/results', title: 'Results', nav: 'Results' },
  { path: '/admin/settings', title: 'Settings', nav: 'Settings', section: 'Checks' },
  { path: '/admin/settings/site', title: 'Site settings', section: 'Site', within: '/admin/settings' },
  { path: '/admin/settings/menus', title: 'Menus', section: 'Menus', within: '/admin/settings' },
  {
    path: '/admin/settings/wordpress',
    title: 'WordPress',
    section: 'WordPress',
    within: '/admin/settings',
  },
  { path: '/admin/ghl', title: 'CRM integration', section: 'CRM', within: '/admin/settings' },
  { path: '/admin/webhooks', title: 'Webhooks', section: 'Webhooks', within: '/admin/settings' },
  { path: '/admin/settings/redirects', title: 'Redirects', section: 'Redirects', within: '/admin/settings' },
  { path: '/admin/settings/audit', title: 'Audit log', section: 'Audit', within: '/admin/settings' },
  {
    path: '/admin/local-leads',
    title: 'Leads in this browser',
    section: 'This browser',
    within: '/admin/settings',
  },
  { path: '/admin/account', title: 'Your account', editors: true },
  { path: '/oauth/test', title: 'OAuth testing center', within: '/admin/ghl' },
  { path: '/sign-in', title: 'Sign in', open: true },
  { path: '/sign-in/link', title: 'Set your password', open: true },
  { path: '/oauth/success', title: 'CRM authorization', open: true },
  { path: '/oauth/error', title: 'CRM authorization failed', open: true },
  { path: '/webhooks/ghl/test', title: 'Webhook documentation', open: true },
] as const satisfies readonly ScreenEntry[];

export type ScreenPath = (typeof screens)[number]['path'];

/** Former paths of screens, which redirect to the current ones. */
export const movedScreens: Readonly<Record<string, ScreenPath>> = {
  '/admin/wordpress': '/admin/settings/wordpress',
  '/admin/redirects': '/admin/settings/redirects',
  '/admin/audit': '/admin/settings/audit',
};
