import { defineBlock } from '../../src/builder/block.ts';
import { link, text } from '../../src/builder/fields.ts';

export default defineBlock({
  id: 'connect-bar',
  title: 'Connect bar',
  group: 'Opening and closing',
  description:
    'A bar with one button at the bottom of small screens, instead of the bar that every page has. It scrolls away at ' +
    'its place in the layout: put it right before the section it leads to, or last.',
  keywords: ['sticky bar', 'call button', 'mobile', 'phone', 'floating button'],
  script: 'none',
  fields: {
    text: text({ label: 'Words beside the button' }),
    link: link({ label: 'Button', default: { href: '#connect', text: 'Connect', newTab: false } }),
    call: link({ label: 'Telephone', help: 'tel: and the number.' }),
  },
  example: {
    text: 'Questions about a home?',
    link: { href: '/contact', text: 'Get in touch', newTab: false },
  },
});
