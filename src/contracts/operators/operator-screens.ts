/** A screen of the operator application. */
export interface ScreenEntry {
  /** The path pattern for the router and the server. `:id` matches any single segment, and a final `*` the rest. */
  path: string;
  /** The file name in `src/operator/screens`. */
  file: string;
  title: string;
  /** The screen is accessible without signing in, because it contains no secrets. */
  open?: true;
  /** The label in the navigation bar. */
  nav?: string;
  /** The label in the navigation of a group of screens, such as the settings. */
  section?: string;
  /** The path of the parent screen. The navigation marks the parent's link as the current one. */
  within?: string;
  /** Editors may use the screen, too. */
  editors?: true;
  /** The screen fills the window, without the header and navigation of the other screens. */
  whole?: true;
}

/**
 * All screens. The server serves these paths, the application routes them, and `operator-guard.test.ts` requests each
 * one.
 */
export const operatorScreens = [
  { path: '/admin', file: 'today.tsx', title: 'Today', nav: 'Today' },
  { path: '/admin/leads', file: 'leads.tsx', title: 'Leads', nav: 'Leads' },
  { path: '/admin/leads/:id', file: 'lead-story.tsx', title: 'Lead', within: '/admin/leads' },
  {
    path: '/admin/pages',
    file: 'pages.tsx',
    title: 'Pages',
    nav: 'Pages',
    section: 'All pages',
    editors: true,
  },
  {
    path: '/admin/pages/*',
    file: 'page-builder.tsx',
    title: 'Page builder',
    within: '/admin/pages',
    whole: true,
    editors: true,
  },
  {
    path: '/admin/sections',
    file: 'sections.tsx',
    title: 'Shared sections and templates',
    section: 'Shared sections',
    within: '/admin/pages',
    editors: true,
  },
  {
    path: '/admin/blocks',
    file: 'blocks.tsx',
    title: 'Blocks',
    section: 'Blocks',
    within: '/admin/pages',
    editors: true,
  },
  { path: '/admin/blocks/:id', file: 'block.tsx', title: 'Block', within: '/admin/blocks', editors: true },
  { path: '/admin/results', file: 'results.tsx', title: 'Results', nav: 'Results' },
  { path: '/admin/settings', file: 'settings.tsx', title: 'Settings', nav: 'Settings', section: 'Checks' },
  {
    path: '/admin/settings/site',
    file: 'site-settings.tsx',
    title: 'Site settings',
    section: 'Site',
    within: '/admin/settings',
  },
  {
    path: '/admin/settings/menus',
    file: 'menus.tsx',
    title: 'Menus',
    section: 'Menus',
    within: '/admin/settings',
  },
  {
    path: '/admin/settings/wordpress',
    file: 'wordpress.tsx',
    title: 'WordPress',
    section: 'WordPress',
    within: '/admin/settings',
  },
  {
    path: '/admin/ghl',
    file: 'crm-integration.tsx',
    title: 'CRM integration',
    section: 'CRM',
    within: '/admin/settings',
  },
  {
    path: '/admin/webhooks',
    file: 'webhooks.tsx',
    title: 'Webhooks',
    section: 'Webhooks',
    within: '/admin/settings',
  },
  {
    path: '/admin/settings/redirects',
    file: 'redirects.tsx',
    title: 'Redirects',
    section: 'Redirects',
    within: '/admin/settings',
  },
  {
    path: '/admin/settings/audit',
    file: 'audit.tsx',
    title: 'Audit log',
    section: 'Audit',
    within: '/admin/settings',
  },
  {
    path: '/admin/local-leads',
    file: 'local-leads.tsx',
    title: 'Leads in this browser',
    section: 'This browser',
    within: '/admin/settings',
  },
  { path: '/admin/account', file: 'account.tsx', title: 'Your account', editors: true },
  { path: '/oauth/test', file: 'oauth-test.tsx', title: 'OAuth testing center', within: '/admin/ghl' },
  { path: '/sign-in', file: 'sign-in.tsx', title: 'Sign in', open: true },
  { path: '/sign-in/link', file: 'one-time-link.tsx', title: 'Set your password', open: true },
  { path: '/oauth/success', file: 'oauth-success.tsx', title: 'CRM authorization', open: true },
  { path: '/oauth/error', file: 'oauth-error.tsx', title: 'CRM authorization failed', open: true },
  {
    path: '/webhooks/ghl/test',
    file: 'webhook-documentation.tsx',
    title: 'Webhook documentation',
    open: true,
  },
] as const satisfies readonly ScreenEntry[];

/** The screen for every other path. */
export const notFoundScreen = {
  path: '*',
  file: 'not-found.tsx',
  title: 'Page not found',
} as const satisfies ScreenEntry;

export type ScreenPath = (typeof operatorScreens)[number]['path'];

/** Former paths of screens, which redirect to the current ones. */
export const screenRedirects: Readonly<Record<string, ScreenPath>> = {
  '/admin/wordpress': '/admin/settings/wordpress',
  '/admin/redirects': '/admin/settings/redirects',
  '/admin/audit': '/admin/settings/audit',
};
