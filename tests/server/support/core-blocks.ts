/** Markup of WordPress's core blocks and shortcodes: their classes, styles and elements are what visitors get. */
export const coreBlocks: readonly { id: string; example: string }[] = [
  {
    id: 'group',
    example: '<div class="wp-block-group alignwide has-background" style="padding-top:1rem"><p>A</p></div>',
  },
  {
    id: 'columns',
    example:
      '<div class="wp-block-columns"><div class="wp-block-column" style="flex-basis:30%"><p>A</p></div></div>',
  },
  {
    id: 'cover',
    example:
      '<div class="wp-block-cover" style="min-height:300px"><span class="wp-block-cover__background has-background-dim"></span><img class="wp-block-cover__image-background" src="/a.jpg" alt="" style="object-position:10% 20%"><div class="wp-block-cover__inner-container"><p>A</p></div></div>',
  },
  {
    id: 'old cover',
    example:
      '<div class="wp-block-cover has-background-dim" style="background-image:url(/a.jpg)"><p class="wp-block-cover-text">A</p></div>',
  },
  {
    id: 'media and text',
    example:
      '<div class="wp-block-media-text" style="grid-template-columns:30% auto"><figure class="wp-block-media-text__media"><img src="/a.jpg" alt=""></figure><div class="wp-block-media-text__content"><p>A</p></div></div>',
  },
  {
    id: 'gallery',
    example:
      '<figure class="wp-block-gallery columns-2 is-cropped"><figure class="wp-block-image"><a href="/a"><img src="/a.jpg" alt="A"></a><figcaption>A</figcaption></figure></figure>',
  },
  {
    id: 'gallery shortcode',
    example:
      '<div class="gallery gallery-columns-3"><dl class="gallery-item"><dt class="gallery-icon"><img src="/a.jpg" alt=""></dt><dd class="gallery-caption">A</dd></dl></div>',
  },
  {
    id: 'image',
    example:
      '<figure class="wp-block-image is-resized"><img src="/a.jpg" srcset="/a.jpg 1x" style="width:30px;aspect-ratio:1" alt="A"><figcaption>A</figcaption></figure>',
  },
  {
    id: 'video',
    example:
      '<figure class="wp-block-video"><video src="/a.mp4" poster="/a.jpg" loop muted playsinline><source src="/a.webm"><track src="/a.vtt" kind="captions" srclang="en" label="A"></video></figure>',
  },
  { id: 'audio', example: '<figure class="wp-block-audio"><audio src="/a.mp3" loop></audio></figure>' },
  {
    id: 'buttons',
    example:
      '<div class="wp-block-buttons is-content-justification-center"><div class="wp-block-button is-style-outline"><a class="wp-block-button__link" href="/a">A</a></div></div>',
  },
  {
    id: 'table',
    example:
      '<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><tbody><tr><td style="width:30%" class="has-text-align-right">A</td></tr></tbody></table></figure>',
  },
  { id: 'spacer', example: '<div class="wp-block-spacer" style="height:30px"></div>' },
  { id: 'details', example: '<details class="wp-block-details"><summary>A</summary><p>B</p></details>' },
  { id: 'file', example: '<div class="wp-block-file"><a href="/a.pdf" download>A</a></div>' },
  {
    id: 'latest posts',
    example:
      '<ul class="wp-block-latest-posts is-grid columns-3"><li><a class="wp-block-latest-posts__post-title" href="/a">A</a><time datetime="2026-01-01">B</time></li></ul>',
  },
  {
    id: 'social links',
    example:
      '<ul class="wp-block-social-links"><li class="wp-social-link"><a href="https://a.example" class="wp-block-social-link-anchor"><span>A</span></a></li></ul>',
  },
  {
    id: 'form',
    example:
      '<form action="/a"><label for="a">A</label><input id="a" name="a"><select><option value="/a">A</option></select></form>',
  },
  {
    id: 'caption shortcode',
    example: '<div class="wp-block-column wp-caption" style="width:30px" data-style="width:30px">A</div>',
  },
];
