import { defineBlock } from '../../src/builder/block.ts';
import { image, link, richText, text } from '../../src/builder/fields.ts';
import { background, sectionStyle } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'map-embed',
  title: 'Embedded map',
  group: 'Facts and figures',
  description:
    'A map from OpenStreetMap or Google Maps. Nothing is loaded from there before a visitor presses the button.',
  style: sectionStyle,
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
});
