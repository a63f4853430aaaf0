/** Form plugins by the selector of the element around their forms. */
const FORM_PLUGINS: readonly (readonly [selector: string, name: string])[] = [
  ['.wpcf7', 'Contact Form 7'],
  ['.wpforms-container', 'WPForms'],
  ['.gform_wrapper', 'Gravity Forms'],
  ['.nf-form-cont', 'Ninja Forms'],
  ['.frm_forms', 'Formidable Forms'],
  ['.fluentform', 'Fluent Forms'],
  ['.forminator-ui, .forminator-custom-form', 'Forminator'],
  ['.mc4wp-form', 'Mailchimp for WordPress'],
  ['.elementor-form', 'Elementor'],
  ['.jetpack-contact-form-container, .wp-block-jetpack-contact-form', 'Jetpack'],
];

const ANY_PLUGIN = FORM_PLUGINS.map(([selector]) => selector).join(', ');
const BLOCK = /(?:^|\s)wp-block-([a-z0-9-]+)/;

/**
 * Returns a phrase that names the form plugin or block around an element, such as `of WPForms` or `in the block
 * “Button”`. Returns null if neither is known.
 */
export function ownerPhrase(element: Element): string | null {
  const form = element.closest(ANY_PLUGIN);
  const plugin = form && FORM_PLUGINS.find(([selector]) => form.matches(selector));
  if (plugin) return `of ${plugin[1]}`;
  const block = element.closest('[class*="wp-block-"]');
  const name = block && wordPressBlockName(block);
  return name ? `in the block “${name}”` : null;
}

/** Returns the name of the block whose class an element has, such as `Query pagination`; null if it has none. */
export function wordPressBlockName({ classList }: Element): string | null {
  const [, name = ''] = BLOCK.exec([...classList].join(' ')) ?? [];
  const words = name.replaceAll('-', ' ').trim();
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Returns the form plugins in a text as phrases, such as `of WPForms`. Looks for the plugins' containers, because some
 * plugins create the form itself with a script.
 */
export function formPluginPhrases(fragment: DocumentFragment): string[] {
  return FORM_PLUGINS.flatMap(([selector, name]) => (fragment.querySelector(selector) ? [`of ${name}`] : []));
}
