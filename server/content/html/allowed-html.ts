/** The version of the sanitizer. Increment it when its output changes, so that stored HTML is sanitized again. */
export const SANITISER_VERSION = 11;

/** The elements that sanitized HTML may contain, besides the markers of body blocks. */
export const ALLOWED_TAGS = (
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl ' +
  'dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section ' +
  'small source span strong sub summary sup table tbody td tfoot th thead time tr track u ul var video wbr'
).split(' ');

/** The attributes that allowed elements may have. The sanitizer also checks the values of addresses and classes. */
export const ALLOWED_ATTRIBUTES = (
  'alt aria-label cite class colspan controls datetime decoding default dir height href hreflang id kind label lang ' +
  'loading loop muted open playsinline poster preload reversed rowspan scope sizes span src srclang srcset start ' +
  'target title type value width'
).split(' ');

/**
 * The classes that WordPress's blocks and galleries need for their layout. Other classes are removed, because content
 * could use them to imitate parts of our site.
 */
export const ALLOWED_CLASS_PATTERN = /^(?:wp-|align|has-|is-|are-|blocks-gallery|columns-|gallery)[\w-]*$/;
