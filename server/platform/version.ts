import product from '../../package.json' with { type: 'json' };

/** The version of this server, and of the companion plugin that belongs to it. */
export const PRODUCT_VERSION = product.version;

/**
 * The git commit that was built, such as `1f0c2d3a4b5c`, with `-dirty` after uncommitted changes. Null without a build,
 * or if neither the environment variable BUILD_COMMIT nor git named the commit.
 */
export const BUILD_COMMIT: string | null = import.meta.env?.COMMIT ?? null;
