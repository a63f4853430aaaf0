import { defineBlock } from '../../src/builder/block.ts';
import { choice, image, link, list, number, richText, text } from '../../src/builder/fields.ts';
import { background, allStyleParts } from '../../src/builder/section-style.ts';

export default defineBlock({
  id: 'map',
  title: 'Map with figures',
  group: 'Facts and figures',
  description:
    'A picture of a map, place names that lead somewhere, and a few figures with their date and source. Visitors can open it as a real map.',
  keywords: ['locations', 'areas', 'pins', 'communities', 'service area', 'statistics'],
  style: allStyleParts,
  fields: {
    tone: background('sand'),
    eyebrow: text({ label: 'Line above the title' }),
    title: text({ label: 'Title', required: true }),
    desc: richText({ label: 'Introduction' }),
    image: image({ label: 'Map', help: 'A picture four wide and three high, without place names.' }),
    places: list({
      label: 'Places on the map',
      max: 12,
      expectsRows: true,
      row: {
        name: text({ label: 'Name', required: true }),
        x: number({ label: 'From the left, in percent', min: 0, max: 100, default: 50 }),
        y: number({ label: 'From the top, in percent', min: 0, max: 100, default: 50 }),
        side: choice({
          label: 'Position of the name relative to the pin',
          options: { below: 'Below', left: 'To the left', right: 'To the right' },
          default: 'below',
        }),
        link: link({ label: 'Where the name leads' }),
        lat: number({
          label: 'Latitude, for the real map',
          help: 'The communities of the metro are known by their names. Any other place needs both figures.',
          min: -90,
          max: 90,
        }),
        lng: number({ label: 'Longitude, for the real map', min: -180, max: 180 }),
      },
    }),
    figures: list({
      label: 'Figures',
      max: 4,
      row: {
        figure: text({ label: 'Figure', required: true }),
        label: text({
          label: 'What it counts',
          help: 'The measure, the area and the period: Average sale price, Des Moines metro, April 2026.',
          required: true,
        }),
      },
    }),
    note: text({ label: 'Date and source of the figures' }),
    link: link({ label: 'Link below the figures' }),
  },
  example: {
    tone: 'sand',
    title: 'Where I work',
    desc: '<p>The communities that I know street by street.</p>',
    image: {
      src: '/scenes/map-des-moines.svg',
      width: 1200,
      height: 900,
      alt: 'Drawn map of the Des Moines metro with rivers and interstates.',
    },
    places: {
      rows: [
        { name: 'Ankeny', x: 58, y: 22, side: 'right' },
        { name: 'Waukee', x: 22, y: 56, side: 'below' },
        { name: 'Des Moines', x: 62, y: 58, side: 'right' },
      ],
    },
    figures: {
      rows: [
        { figure: '$000,000', label: 'Average sale price, area and month' },
        { figure: '00 days', label: 'On the market, area and month' },
      ],
    },
    note: 'Sample figures. Replace them, and name their date and source.',
  },
});
