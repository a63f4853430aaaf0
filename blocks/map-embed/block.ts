import { defineBlock } from '../../src/builder/block.ts';
import { image, link, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'map-embed',
  title: 'Embedded map',
  group: 'Facts and figures',
  description:
    'A map from OpenStreetMap or Google Maps. Nothing is loaded from there before a visitor presses the button.',
  keywords: ['Google Maps', 'OpenStreetMap', 'directions', 'location', 'iframe', 'embed'],
  style: allStyleParts,
  fields: {
    tone: background(),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    code: text({
      label: 'Embed code',
      multiline: true,
      help: 'The iframe that OpenStreetMap (Share, HTML) or Google Maps (Share, Embed a map) gives you.',
    }),
    image: image({ label: 'Picture in the place of the map' }),
    button: text({ label: 'Words on the button', default: 'Show the map' }),
    link: link({ label: 'Link to the map elsewhere' }),
  },
  example: {
    tone: 'paper',
    title: 'How to find us',
    desc: '<p>Where to park, and which door to take.</p>',
    code: '<iframe src="https://www.openstreetmap.org/export/embed.html?bbox=-93.64%2C41.58%2C-93.60%2C41.60&amp;layer=mapnik"></iframe>',
    image: {
      src: '/scenes/map-des-moines.svg',
      width: 1200,
      height: 900,
      alt: 'Drawn map of the Des Moines metro with rivers and interstates.',
    },
    button: 'Show the map',
  },
});
