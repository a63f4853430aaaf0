import { describe, expect, it } from 'vitest';
import { sanitiseSource } from './sanitise-html.ts';

const clean = (html: string) => sanitiseSource({ html, mode: 'rendered', homes: [] });
/** The attribute of our own that the element with these attributes has. */
const styleOf = (html: string) => /data-style="([^"]*)"/.exec(clean(html))?.[1] ?? null;
const classesOf = (html: string) => /class="([^"]*)"/.exec(clean(html))?.[1]?.split(' ') ?? [];

describe('styles of an element', () => {
  it.each([
    ['<div class="wp-block-column" style="flex-basis:33.33%">', '--own-width:33.33%'],
    ['<div class="wp-block-media-text" style="grid-template-columns:30% auto">', '--media-columns:30% auto'],
    [
      '<div class="wp-block-cover" style="min-height:430px;aspect-ratio:unset">',
      'min-height:min(430px, 100vh)',
    ],
    [
      '<div class="wp-block-group" style="padding-top:var(--wp--preset--spacing--40);padding-left:90px">',
      'padding-top:min(1rem, 20vh);padding-left:min(90px, 6vw)',
    ],
    ['<div class="wp-block-spacer" style="height:100px">', 'height:min(100px, 100vh)'],
    ['<ol style="list-style-type:lower-alpha">', 'list-style-type:lower-alpha'],
    ['<ol style="list-style-type:url(https://evil.example)">', null],
    [
      '<div class="wp-block-spacer" style="height:var(--wp--preset--spacing--50)">',
      'height:min(1.5rem, 100vh)',
    ],
    [
      '<figure class="wp-block-image"><img src="/a.png" style="width:300px;aspect-ratio:4/3;object-fit:cover">',
      'width:300px;aspect-ratio:4/3;object-fit:cover',
    ],
    ['<div class="wp-caption" style="width: 310px">', 'width:310px'],
    ['<audio class="wp-audio-shortcode" src="/a.mp3" style="width: 100%;">', 'width:100%'],
    ['<table><tr><td style="width:30%">', 'width:30%'],
    ['<p style="text-align:center">', 'text-align:center'],
    [
      '<p style="text-transform:uppercase;font-weight:900;font-style:italic">',
      'text-transform:uppercase;font-weight:900;font-style:italic',
    ],
    ['<span style="text-decoration: underline !important;">', 'text-decoration:underline'],
  ])('that lay it out stay: %s', (html, expected) => expect(styleOf(html)).toBe(expected));

  it.each([
    '<p style="flex-basis:33%">',
    '<div class="wp-block-column" style="flex-basis:calc(1px)">',
    '<div class="wp-block-spacer" style="height:1e9px">',
    '<div class="wp-block-spacer" style="height:50%">',
    '<p style="position:fixed;z-index:9;display:none;margin:-9em;transform:scale(9)">',
    '<p style="text-align:center/**/">',
    '<p style="text-align:url(//evil.example)">',
    '<div class="wp-caption" style="width:310px}body{display:none">',
    '<p data-style="position:fixed">',
    '<p data-style="__proto__:x;constructor:x">',
  ])('that could do harm do not: %s', (html) => expect(styleOf(html)).toBeNull());

  it.each([
    ['<p class="has-text-color has-vivid-red-color">', 'is-ink-accent'],
    ['<p style="color:#cf2e2e">', 'is-ink-accent'],
    ['<p style="color:rgb(10, 20, 200)">', 'is-ink-accent'],
    ['<p class="has-background has-black-background-color">', 'is-tone-deep'],
    ['<p class="has-background has-pale-pink-background-color">', 'is-tone-sand'],
    ['<p class="has-background has-primary-background-color">', 'is-tone-accent'],
    ['<p class="has-background has-accent-3-background-color">', 'is-tone-sand'],
    ['<p class="has-background has-constructor-background-color">', 'is-tone-sand'],
    ['<p class="has-background has-vivid-red-to-blue-gradient-background">', 'is-tone-sand'],
    ['<p style="background-color:#111">', 'is-tone-deep'],
    ['<p style="background:#ffffff">', 'is-tone-sand'],
    ['<p style="background-color:#cf2e2e">', 'is-tone-accent'],
    ['<p style="background-color:#0000001a">', 'is-tone-sand'],
    ['<p style="background-color:#0001">', 'is-tone-sand'],
    ['<p style="background-color:#000000e6">', 'is-tone-deep'],
    ['<p style="background-color:rgba(0, 0, 0, 0.1)">', 'is-tone-sand'],
    ['<p style="background-color:rgba(0,0,0,.9)">', 'is-tone-deep'],
    ['<p style="background-color:rgb(0 0 0 / 10%)">', 'is-tone-sand'],
    ['<p style="color:#cf2e2ecc">', 'is-ink-accent'],
    ['<p style="border-width:2px;border-style:solid">', 'is-bordered'],
    ['<p style="border:1px dotted #cf2e2e">', 'is-bordered'],
    ['<p style="border-left-width:6px">', 'is-bordered'],
    ['<p style="font-size:12px">', 'has-small-font-size'],
    ['<p style="font-size:1.5rem">', 'has-large-font-size'],
    ['<p style="font-size: 30pt">', 'has-x-large-font-size'],
  ])('for colors and sizes become the most similar class: %s', (html, expected) => {
    expect(classesOf(html)).toContain(expected);
    expect(clean(html)).not.toContain('style=');
  });

  it.each([
    '<p class="has-text-color has-black-color">',
    '<p style="border:none">',
    '<p style="border-width:0px;border-radius:9px">',
    '<p style="color:#222">',
    '<p style="color:var(--x)">',
    '<p class="has-link-color">',
    '<p class="has-border-color has-vivid-red-border-color">',
    '<mark style="background-color:#8ed1fc">',
    '<p style="background-color:#00000000">',
    '<p style="background-color:rgba(207, 46, 46, 0)">',
    '<p style="background-color:rgb(207 46 46 / 0%)">',
    '<p style="color:#cf2e2e00">',
  ])('for ordinary colors become none: %s', (html) => {
    expect(classesOf(html).filter((name) => name.startsWith('is-'))).toEqual([]);
  });

  it.each(['data-style="__proto__:x"', 'style="__proto__:x;constructor:x;color:red"'])(
    'with the name of a property of every object do not remove the text: %s',
    (attribute) => expect(clean(`<p ${attribute}>Hi</p>`)).toBe('<p>Hi</p>'),
  );

  it('do not change when they are sanitized again', () => {
    const html = clean(
      '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:40%"><div class="wp-block-spacer" style="height:9px"></div></div></div>',
    );
    expect(clean(html)).toBe(html);
  });
});
