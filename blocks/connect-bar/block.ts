import { defineBlock } from '../../src/builder/block.ts';
import { link, text } from '../../src/builder/fields.ts';

/** The bar at the bottom edge of small screens. */
export default defineBlock({
  id: 'connect-bar',
  title: 'Connect bar',
  description:
    'On small screens a bar at the bottom edge with one button. It leaves where it stands in the layout: put it ' +
    'right before the section it leads to, or last.',
  script: 'none',
  fields: {
    text: text({ label: 'Words beside the button' }),
    link: link({ label: 'Button', default: { href: '#connect', text: 'Connect', newTab: false } }),
    call: link({ label: 'Telephone', help: 'tel: and the number.' }),
  },
});
