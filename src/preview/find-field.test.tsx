import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { findField, type FieldMatch } from './find-field.ts';

interface Link {
  href: string;
  text: string;
}

interface Card {
  title: string;
  lines?: string;
  link?: Link;
  picture?: { src: string };
  stars?: number;
  inner?: { rows: readonly { name: string }[] };
}

interface Props {
  eyebrow?: string;
  title?: string;
  intro?: string;
  cta?: Link;
  more?: Link;
  image?: { src: string };
  figure?: number;
  days?: number;
  look?: string;
  cards?: { rows: readonly Card[] } | { html: string };
  post?: { title: string; content: string };
  box?: { words: string; link?: Link };
  page?: { path: string; title: string };
}

/** Shows every kind of value, and computes with some. */
function View({
  eyebrow,
  title,
  intro,
  cta,
  more,
  image,
  figure,
  days,
  look,
  cards,
  post,
  box,
  page,
}: Props) {
  return (
    <section className={look === 'wide' ? 'wide' : 'plain'}>
      {eyebrow && <p>{eyebrow}</p>}
      {title && <h2>{title}</h2>}
      {intro && <div className="intro" dangerouslySetInnerHTML={{ __html: intro }} />}
      {cta && <a href={cta.href}>{cta.text || 'Go on'} →</a>}
      {more && <a href={more.href}>{more.text || 'Go on'} →</a>}
      {image && <img src={image.src} alt="" />}
      {figure && <b>{figure.toLocaleString('en-US')}</b>}
      {days && <i>{days.toLocaleString('en-US')}</i>}
      <button>Learn more</button>
      {cards && 'html' in cards && <div dangerouslySetInnerHTML={{ __html: cards.html }} />}
      {cards && 'rows' in cards && (
        <ul>
          {cards.rows.map((card) => (
            <li key={card.title.toUpperCase() + card.link?.href}>
              <span aria-hidden>{card.title.slice(0, 1)}</span>
              <h3>{card.title}</h3>
              {card.stars && <em aria-label={`${card.stars} stars`} />}
              {card.picture && <img src={card.picture.src} alt="" />}
              {card.lines?.split('\n').map((line) => (
                <small key={line}>{line}</small>
              ))}
              {card.link && <a href={card.link.href}>{card.link.text}</a>}
              {card.inner?.rows.map(({ name }, index) => (
                <code key={index}>{name}</code>
              ))}
            </li>
          ))}
        </ul>
      )}
      {post && <article>{post.title}</article>}
      {box && <mark>{box.words}</mark>}
      {box?.link && <a href={box.link.href}>{box.link.text}</a>}
      {page && <cite>{page.title}</cite>}
    </section>
  );
}

const render = (props: object) => {
  const html = renderToStaticMarkup(
    <div>
      <View {...props} />
    </div>,
  );
  return new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
};

/** Finds the field of the `index`-th element that the selector matches. */
function find(props: Props, selector: string, index = 0, more: Partial<ResolvedPlacement> = {}): FieldMatch {
  const placement = { block: 'all', key: 'all', region: 'main' as const, props: { ...props }, ...more };
  const element = render(props);
  const clicked = element?.querySelectorAll(selector)[index];
  if (!element || !clicked) throw new Error(`There is no ${selector}.`);
  return findField({ placement, element, render }, clicked);
}

/** Returns an element with one child, and the child. */
function around(name: 'h2' | 'h3', text: string) {
  const element = document.createElement('div');
  const clicked = element.appendChild(document.createElement(name));
  clicked.textContent = text;
  return { element, clicked };
}

const certain = (field: object) => ({ target: { placement: 'all', ...field }, isCertain: true });
const onlySection = { target: { placement: 'all', field: '' }, isCertain: false };

it('tells fields with the same text apart', () => {
  const props = { eyebrow: 'Sell', title: 'Sell', intro: '<p>Sell</p>' };
  expect(find(props, 'p')).toEqual(certain({ field: 'eyebrow' }));
  expect(find(props, 'h2')).toEqual(certain({ field: 'title' }));
  expect(find(props, '.intro p')).toEqual(certain({ field: 'intro' }));
});

it('finds the field of a group, and the reference whose title an element shows', () => {
  const box = { words: 'Sell', link: { href: '/sell', text: 'Sell' } };
  const props = { title: 'Sell', box, page: { path: '/sell', title: 'Sell' } };
  expect(find(props, 'mark')).toEqual(certain({ field: 'box', column: 'words' }));
  expect(find(props, 'a')).toEqual(certain({ field: 'box', column: 'link' }));
  expect(find(props, 'cite')).toEqual(certain({ field: 'page' }));
});

it('tells links with the same text apart, and links without text', () => {
  const same = { cta: { href: '/a', text: 'Learn more' }, more: { href: '/a', text: 'Learn more' } };
  expect(find(same, 'a', 0)).toEqual(certain({ field: 'cta' }));
  expect(find(same, 'a', 1)).toEqual(certain({ field: 'more' }));
  const wordless = { cta: { href: '/a', text: '' }, more: { href: '/a', text: '' } };
  expect(find(wordless, 'a', 1)).toEqual(certain({ field: 'more' }));
});

it('tells rows with the same texts, pictures and numbers apart, and what is in them', () => {
  const card: Card = {
    title: 'Learn more',
    lines: 'One\nLearn more',
    link: { href: '/a', text: 'Learn more' },
    picture: { src: '/media/a/640' },
    stars: 4.5,
  };
  const props: Props = {
    cards: { rows: [card, { ...card, link: { href: '/b', text: 'Learn more' } }] },
    title: 'Learn more',
  };
  const at = (row: number, column: string) => certain({ field: 'cards', row, column });
  for (const row of [0, 1]) {
    expect(find(props, 'h3', row)).toEqual(at(row, 'title'));
    expect(find(props, 'li a', row)).toEqual(at(row, 'link'));
    expect(find(props, 'li img', row)).toEqual(at(row, 'picture'));
    expect(find(props, 'em', row)).toEqual(at(row, 'stars'));
    expect(find(props, 'small', row * 2 + 1)).toEqual(at(row, 'lines'));
    expect(find(props, 'small', row * 2)).toEqual(at(row, 'lines'));
  }
  expect(find(props, 'h2')).toEqual(certain({ field: 'title' }));
});

it('finds the row of rows in a row', () => {
  const inner = { rows: [{ name: 'Porch' }, { name: 'Porch' }] };
  const props = {
    cards: {
      rows: [
        { title: 'A', inner },
        { title: 'B', inner },
      ],
    },
  };
  for (const [index, row] of [0, 0, 1, 1].entries()) {
    expect(find(props, 'code', index)).toEqual(certain({ field: 'cards', row, column: 'inner' }));
  }
});

it('tells equal numbers apart', () => {
  const props = { figure: 328500, days: 328500 };
  expect(find(props, 'b')).toEqual(certain({ field: 'figure' }));
  expect(find(props, 'i')).toEqual(certain({ field: 'days' }));
});

it('finds the picture, the formatted text, the HTML of a list and the parts of a post', () => {
  expect(find({ image: { src: '/media/a/1200' } }, 'img')).toEqual(certain({ field: 'image' }));
  const intro = '<p>First of it.</p><p>Second &amp; <b>last</b>.</p>';
  expect(find({ intro }, '.intro p', 1)).toEqual(certain({ field: 'intro' }));
  expect(find({ intro }, '.intro b')).toEqual(certain({ field: 'intro' }));
  expect(find({ cards: { html: '<p>Old</p>' } }, 'section > div p')).toEqual(certain({ field: 'cards' }));
  const post = { title: 'News', content: 'News' };
  expect(find({ post }, 'article')).toEqual(certain({ field: 'title' }));
});

it('returns the stored position of a row after one that is left out', () => {
  const props = { cards: { rows: [{ title: 'A' }, { title: 'A' }] } };
  const storedRows = { cards: [0, 2] };
  expect(find(props, 'h3', 1, { storedRows })).toEqual(certain({ field: 'cards', row: 2, column: 'title' }));
});

it('finds the row of an element that shows several of its values, or none exactly', () => {
  const props = { cards: { rows: [{ title: 'Ann' }, { title: 'Ann', lines: 'North' }] } };
  expect(find(props, 'li', 1).target).toEqual({ placement: 'all', field: 'cards', row: 1, column: 'title' });
  expect(find(props, 'span', 1).target).toMatchObject({ field: 'cards', row: 1 });
});

it('never takes the words of the block itself for a field with the same text', () => {
  const props = { title: 'Learn more', cta: { href: '/a', text: 'Learn more' } };
  expect(find(props, 'button')).toEqual(onlySection);
});

it('finds a text that the server used, unless two fields have it', () => {
  const group = (title: string) => ({ title, paths: '/a' });
  const { element, clicked } = around('h3', 'Buy');
  const found = (...titles: string[]) => {
    const props = { groups: { rows: titles.map(group) } };
    const placement = { block: 'map', key: 'all', region: 'main' as const, props };
    return findField({ placement, element, render: () => around('h3', 'Buy').element }, clicked);
  };
  expect(found('Sell', 'Buy')).toEqual({
    target: { placement: 'all', field: 'groups', row: 1, column: 'title' },
    isCertain: false,
  });
  expect(found('Buy', 'Buy')).toEqual(onlySection);
});

it('knows only the section if the view fails', () => {
  const { element, clicked } = around('h2', 'Sell');
  const props = { eyebrow: 'Sell', title: 'Sell' };
  const placement = { block: 'all', key: 'all', region: 'main' as const, props };
  expect(findField({ placement, element, render: () => null }, clicked)).toEqual(onlySection);
  expect(findField({ placement, element: null, render }, clicked)).toEqual(onlySection);
});
