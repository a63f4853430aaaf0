/** The picture slots of the blocks, by the key of their placement: `[wide, narrow]` ratios of width to height. */
export const pictureSlots: Readonly<Record<string, readonly [wide: number, narrow: number] | null>> = {
  // This picture has no ratio, because it fills the height of its panel.
  scene: null,
  portrait: [3 / 4, 3 / 4],
  plain: [6 / 5, 6 / 5],
  arch: [3 / 4, 3 / 4],
  window: [6 / 5, 6 / 5],
  rectangle: [4 / 3, 4 / 3],
  wide: [4 / 3, 4 / 3],
  boxed: [16 / 10, 16 / 10],
  pictured: [4 / 3, 4 / 3],
  arched: [4 / 5, 3 / 5],
  rows: [4 / 3, 4 / 3],
  feature: [3 / 2, 3 / 2],
  checklist: [16 / 10, 16 / 10],
  text: [21 / 9, 21 / 9],
  steps: [4 / 3, 4 / 3],
  team: [3 / 4, 3 / 4],
  place: [4 / 3, 4 / 3],
};

/** The custom fields of a page that shows one picture in every slot. */
export function pictureFields(image: number): Record<string, unknown> {
  const title = { title: 'A Place Between Two Rivers' };
  const desc = '<p>Words of an ordinary length, as they are beside a picture on most pages of a site.</p>';
  const card = { ...title, image };
  const cards = (look: string) => ({ look, ...title, items: [card, card] });
  const split = (shape: string) => ({ shape, ...title, image, desc });
  const placements: Record<string, [block: string, fields: Record<string, unknown>]> = {
    scene: ['hero', { look: 'scene', ...title, desc, image }],
    portrait: ['hero', { look: 'portrait', ...title, image }],
    plain: ['hero', { look: 'plain', ...title, image }],
    arch: ['split', split('arch')],
    window: ['split', split('window')],
    rectangle: ['split', split('plain')],
    wide: ['split', split('wide')],
    boxed: ['cards', cards('boxed')],
    pictured: ['cards', cards('pictured')],
    arched: ['cards', cards('arched')],
    rows: ['cards', cards('rows')],
    feature: ['cards', cards('feature')],
    checklist: ['cards', cards('checklist')],
    text: ['prose', { ...title, image }],
    steps: ['steps', { look: 'path', ...title, image, items: [title] }],
    team: ['team', { ...title, members: [{ name: 'Someone', photo: image }] }],
    place: ['neighborhoods', { ...title, neighborhoods: [{ name: 'Anywhere', image, price: '$1' }] }],
  };
  return {
    page_layout: Object.entries(placements).map(([key, [block]]) => ({ block, key })),
    ...Object.fromEntries(
      Object.entries(placements).flatMap(([key, [, fields]]) =>
        Object.entries(fields).map(([name, value]) => [`${key}_${name}`, value]),
      ),
    ),
  };
}
