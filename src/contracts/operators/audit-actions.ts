/** Descriptions of operators' actions, by the action's name in the audit log. */
const words = {
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'signed-out-everywhere': 'Signed out everywhere',
  'password-set': 'Set a password by one-time link',
  'password-changed': 'Changed the password',
  'account-made': 'Made an account by one-time link',
  'operator-added': 'Added an operator',
  'operator-reset': 'Made a link to reset an operator’s password',
  'operator-removed': 'Removed an operator',
  'two-factor-on': 'Turned the second factor on',
  'two-factor-off': 'Turned the second factor off',
  'leads-exported': 'Exported leads',
  'lead-exported': 'Exported one person’s data',
  'lead-released': 'Released a lead that was held back',
  'lead-resolved': 'Resolved a lead',
  'lead-reopened': 'Reopened a lead',
  'lead-stage-changed': 'Changed how far a lead is',
  'lead-note-added': 'Wrote a private note about a lead',
  'lead-note-removed': 'Deleted a private note about a lead',
  'lead-reminder-set': 'Set a reminder for a lead',
  'lead-reminder-cleared': 'Cleared the reminder of a lead',
  'lead-deleted': 'Deleted a lead',
  'delivery-retried': 'Had a delivery tried again',
  'delivery-cancelled': 'Cancelled a delivery',
  'redirect-added': 'Added a redirect',
  'redirect-removed': 'Removed a redirect',
  'page-created': 'Created a page',
  'page-settings-changed': 'Changed the settings of a page',
  'page-trashed': 'Moved a page to the trash',
  'page-restored': 'Restored a page from the trash',
  'page-deleted': 'Deleted a page for good',
  'page-saved': 'Saved a page',
  'page-published': 'Published a page',
  'page-variants-changed': 'Changed the variants of a page',
  'wordpress-connected': 'Connected their WordPress account',
  'wordpress-signed-in': 'Signed in with WordPress',
  'wordpress-disconnected': 'Disconnected their WordPress account',
  'wordpress-revoked': 'Lost their WordPress account, because WordPress no longer accepts its password',
  'site-settings-changed': 'Changed the site settings',
  'menu-changed': 'Changed a menu',
  'picture-uploaded': 'Uploaded a picture',
  'picture-described': 'Described a picture',
  'crm-connect-started': 'Began to connect the CRM',
  'crm-connected': 'Connected a location of the CRM',
  'crm-connect-failed': 'Tried to connect the CRM, without success',
  'crm-leads-directed': 'Sent the leads to another location of the CRM',
  'crm-fields-created': 'Created custom fields in the CRM',
  'crm-revoked': 'Revoked the access to a location of the CRM',
  'crm-test-contact': 'Made a test contact in the CRM',
  'crm-test-contact-failed': 'Could not make a test contact in the CRM',
} as const;

/** The name of an action in the audit log. Only actions with a description can be logged. */
export type AuditAction = keyof typeof words;

const wordsByName: ReadonlyMap<string, string> = new Map(Object.entries(words));

/** Returns the description of an action, or its name if this version has no description for it. */
export function actionLabel(action: string): string {
  return wordsByName.get(action) ?? action;
}
